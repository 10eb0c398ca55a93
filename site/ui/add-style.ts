/** Adds a style sheet, and waits for it; without it the page works, but looks plain. */
export async function addStyle(address: string): Promise<unknown> {
  if (document.querySelector(`link[href="${address}"]`)) {
    return;
  }
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.href = address;
  const loaded = new Promise((resolve) => {
    link.addEventListener("load", resolve);
    link.addEventListener("error", resolve);
  });
  document.head.append(link);
  return loaded;
}
