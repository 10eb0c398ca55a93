/**
 * The framed page: one example of somebody else's page.
 *
 * It has no code of its own. The page around it sends that, with a port for everything else; messages.ts
 * says what they are. The frame takes one such message, from its parent alone, and shows and runs the code
 * as its own reader's: it stores nothing and loads nothing but what is Rowkey's.
 */
import { isSetting } from "./check.ts";
import { Frame } from "./live.ts";

addEventListener("message", function open({ source, data, ports: [port] }) {
  const setting: unknown = data?.rowkey;
  if (source !== parent || !port || !isSetting(setting)) {
    return;
  }
  removeEventListener("message", open);
  const frame = new Frame(setting, (report) => port.postMessage(report));
  port.onmessage = ({ data }) => {
    if (isSetting(data)) {
      frame.set(data);
    }
  };
});
