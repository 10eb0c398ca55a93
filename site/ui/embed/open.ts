import { isSetting } from "./check.ts";
import { Frame, type Sources } from "./live.ts";

/** Shows and runs the code that the page around the frame sends, and nobody else. */
export function serve(sources: Omit<Sources, "reach">): void {
  addEventListener("message", function open({ source, data, ports: [port] }) {
    const setting: unknown = data?.rowkey;
    if (source !== parent || !port || !isSetting(setting)) {
      return;
    }
    removeEventListener("message", open);
    const reach = (hub: MessagePort) => port.postMessage({ reach: true }, [hub]);
    const frame = new Frame(setting, { ...sources, reach }, (report) => port.postMessage(report));
    port.onmessage = ({ data, ports: [member] }) => {
      if (member) {
        frame.serve(member);
      } else if (data === "lost") {
        frame.lost();
      } else if (isSetting(data)) {
        frame.set(data);
      }
    };
  });
  // Anyone may know that this is a frame for examples. The answer has the code.
  parent.postMessage("rowkey", "*");
}
