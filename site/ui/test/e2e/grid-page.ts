import { createServer, type Server } from "node:http";
import { text as body } from "node:stream/consumers";
import { build } from "esbuild";
import { listen } from "./server.ts";

/** The data of the page's grid. */
export const text = `PartitionKey,RowKey,LastName,Age:Int32
# The sales people
Sales,000377,Marin,52
Sales,000223,"Jones, jr.",34
HR,000101,"",
`;

/** What the site generator makes of the data. */
const baked = `<div class="grid">
  <div class="grid-bar">
    <p class="grid-title"><code>Employees</code> <span>3 entities</span></p>
  </div>
  <div class="grid-scroll" tabindex="0"><table class="grid-table">
    <thead><tr>
      <th scope="col">PartitionKey <small>String</small></th>
      <th scope="col">RowKey <small>String</small></th>
      <th scope="col">LastName <small>String</small></th>
      <th scope="col" class="num">Age <small>Int32</small></th>
    </tr></thead>
    <tbody><tr>
      <th scope="row" class="begins">Sales</th><th scope="row">000377</th>
      <td>Marin</td><td class="num">52</td>
    </tr><tr>
      <th scope="row" class="same">Sales</th><th scope="row">000223</th>
      <td>Jones, jr.</td><td class="num">34</td>
    </tr><tr>
      <th scope="row" class="begins">HR</th><th scope="row">000101</th>
      <td class="empty">""</td><td class="num"></td>
    </tr></tbody>
  </table></div>
</div>`;

const page = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8"><title>A grid</title>
    <meta name="viewport" content="width=device-width">
    <link rel="icon" href="data:,"><link rel="stylesheet" href="/style.css">
    <script type="module" src="/grid.js"></script>
  </head>
  <body>
    <main>
      <h1>A grid</h1>
      <p><a href="#a">Before</a></p>
      ${baked}
      <p><a href="#b">After</a></p>
    </main>
  </body>
</html>`;

/** Puts a grid on the page, which is asked for by the test. */
const script = `import { Grid } from "./lab/grid.ts";
import "./test/e2e/grid-page.css";
globalThis.changes = [];
globalThis.open = (text, more) => {
  const host = document.querySelector(".grid");
  globalThis.grid?.close();
  globalThis.grid = new Grid(host, {
    text, name: "Employees", editable: true, onChange: (change) => changes.push(change.rows()),
    check: async (text) => (await fetch("/check", { method: "POST", body: text })).json(), ...more,
  });
};`;

/** Serves a page with a grid, with the policy of the site. */
export async function serveGrid(): Promise<{ origin: string; server: Server }> {
  const built = await build({
    stdin: { contents: script, resolveDir: "." },
    bundle: true,
    splitting: true,
    format: "esm",
    target: "es2022",
    write: false,
    outdir: "/",
    entryNames: "grid",
    loader: { ".woff2": "empty" },
    alias: { fences: "./styles/tokens.css" }, // a page without them
  });
  const files = new Map(built.outputFiles.map(({ path, contents }) => [path, contents]));
  files.set("/style.css", files.get("/grid.css") ?? new Uint8Array());
  const source = new URL("../../../../../wasm/browser/engine.mjs", import.meta.url).href;
  const { startEngine }: typeof import("../../../../wasm/browser/engine.mjs") = await import(
    source
  );
  const engine = await startEngine();
  const server = createServer(async (request, response) => {
    const path = request.url ?? "/";
    if (path === "/check") {
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify(engine.call({ op: "check", text: await body(request) })));
      return;
    }
    const type = path.endsWith(".css")
      ? "text/css"
      : path.endsWith(".js")
        ? "text/javascript"
        : "text/html";
    response.setHeader("content-type", `${type}; charset=utf-8`);
    response.setHeader(
      "content-security-policy",
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src data:; connect-src 'self'",
    );
    response.end(files.get(path) ?? page);
  });
  return listen(server);
}
