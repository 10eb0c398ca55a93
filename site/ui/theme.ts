/**
 * Runs before the page is drawn, so that nothing changes colour or position afterwards. It marks the
 * page as having scripts, sets the reader's theme, and records which buttons are pressed before the
 * scripts for examples have loaded.
 */
const page = document.documentElement;
page.classList.add("js");
try {
  const theme = localStorage.getItem("rowkey:theme");
  if (theme) {
    page.dataset["theme"] = theme;
  }
} catch {
  // Without storage, the system's theme applies.
}
addEventListener("click", ({ target }) => {
  (target as Element)
    .closest(".ex-run,.run-all,.run-both,.ex-edit,.ex-copy")
    ?.toggleAttribute("data-early", true);
});
