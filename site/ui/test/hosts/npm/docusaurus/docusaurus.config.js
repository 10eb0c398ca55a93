module.exports = {
  title: "Our orders",
  url: "https://example.com",
  baseUrl: "/",
  onBrokenLinks: "throw",
  future: { faster: true, v4: true },
  scripts: [{ src: "https://rowkey.invalid/embed.js", type: "module" }],
  plugins: [["@docusaurus/plugin-content-docs", { routeBasePath: "/" }]],
  themes: ["@docusaurus/theme-classic"],
  themeConfig: { navbar: { title: "Our orders" } },
};
