/** The design workbench: a design file beside the matrix of what its patterns cost. */
import { Client } from "../client.ts";
import { openLoad } from "./under-load.ts";
import { Workbench } from "./workbench.ts";

/** How long one matrix may take, in milliseconds. */
const limit = 60_000;

const root = document.getElementById("design");
if (root) {
  const client = new Client({ spawn: () => new Worker(WORKER_URL, { name: "design" }), limit });
  if (location.hash.startsWith("#load=")) {
    void openLoad(root, client);
  } else {
    void new Workbench(root, client).start();
  }
}
