// A site of two pages, in place of the one that is deployed with the Worker.
const pages = new Map([
  ["/", "the home page"],
  ["/404", "the page that says that nothing is there"],
]);

// biome-ignore lint/style/noDefaultExport: the runtime expects the handler there
export default {
  /** @param {Request} request */
  fetch({ url }) {
    const page = pages.get(new URL(url).pathname);
    return new Response(page ?? null, {
      status: page === undefined ? 404 : 200,
      headers: { "content-type": "text/html", "cache-control": "max-age=0" },
    });
  },
};
