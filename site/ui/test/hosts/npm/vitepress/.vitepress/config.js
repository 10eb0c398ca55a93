export default {
  title: "Our orders",
  head: [["script", { type: "module", src: "https://rowkey.invalid/embed.js" }]],
  themeConfig: { nav: [{ text: "Ten", link: "/ten" }] },
};
