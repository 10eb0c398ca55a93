/**
 * The framed page: one example of somebody else's page.
 *
 * It has no code of its own. The page around it sends that, with a port for everything else; messages.ts
 * says what they are. The frame takes one such message, from its parent alone, and shows and runs the code
 * as its own reader's: it stores nothing and loads nothing but what is Rowkey's.
 */
import { serve } from "./open.ts";

serve({
  engine: (full) => new Worker(WORKER_URL, { name: full ? "full" : "" }),
  playground: {
    address: "/play/",
    encode: async (files) => (await import("../share/link.ts")).encode({ files }),
  },
  shared: (page) => new SharedWorker(SHARED_URL, page),
});
