// Reloads the page when the site has been rebuilt, or shows why the build failed. Only the development
// server adds it, and it obeys the page's content security policy.
"use strict";
{
  const own = /** @type {HTMLScriptElement} */ (document.currentScript);
  const mine = new URL(own.src).search.slice(1);
  /** @type {HTMLElement | undefined} */
  let panel;
  new EventSource("/_dev/events").onmessage = ({ data }) => {
    const { version, failure } = JSON.parse(data);
    if (!failure && version !== mine) {
      location.reload();
      return;
    }
    panel?.remove();
    panel = undefined;
    if (failure) {
      panel = document.createElement("pre");
      panel.textContent = failure;
      panel.setAttribute("role", "alert");
      Object.assign(panel.style, {
        position: "fixed", inset: "auto 0 0 0", maxHeight: "50vh", overflow: "auto", margin: "0",
        padding: "1rem",
        font: "14px/1.5 ui-monospace, monospace", whiteSpace: "pre-wrap", zIndex: "9",
        color: "#fff", background: "#6e1230", borderTop: "3px solid #f25c86",
      });
      document.body.append(panel);
    }
  };
}
