// Reloads a page when the site it belongs to has been built anew, and shows why it could not be.
// It is part of the development server alone and lives under the same policy as the page.
"use strict";
{
  const mine = new URL(document.currentScript.src).search.slice(1);
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
        position: "fixed", inset: "auto 0 0 0", maxHeight: "50vh", overflow: "auto", margin: "0", padding: "1rem",
        font: "14px/1.5 ui-monospace, monospace", whiteSpace: "pre-wrap", zIndex: "9",
        color: "#fff", background: "#6e1230", borderTop: "3px solid #f25c86",
      });
      document.body.append(panel);
    }
  };
}
