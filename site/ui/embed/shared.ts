/** The shared worker: the hub of a page's frames. */
import { Hub } from "./hub.ts";

const hub = new Hub();

addEventListener("connect", (event) => {
  const [port] = (event as MessageEvent).ports;
  if (port) {
    const hear = hub.join((message) => port.postMessage(message));
    port.onmessage = ({ data }) => hear(data);
  }
});
