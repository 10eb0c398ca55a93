/**
 * Runs before the page is drawn, so that nothing changes colour or place afterwards: says that
 * there is script, sets the theme that the reader chose, and remembers which buttons are pressed
 * before those are there to hear it that make examples live.
 */
const page = document.documentElement;
page.classList.add("js");
try {
  const theme = localStorage.getItem("rowkey:theme");
  if (theme) {
    page.dataset["theme"] = theme;
  }
} catch {
  // Without storage the system's theme applies.
}
addEventListener("click", ({ target }) => {
  (target as Element).closest(".ex-run,.run-all,.ex-copy")?.toggleAttribute("data-early", true);
});
