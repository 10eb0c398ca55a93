/** Puts the pages of a section in the place of the link to their list. If it can't be had, the link stays. */
export async function fill(all: HTMLAnchorElement): Promise<void> {
  all.classList.remove("all");
  try {
    const response = await fetch(all.href);
    const page = new DOMParser().parseFromString(await response.text(), "text/html");
    const section = page.getElementById(all.hash.slice(1))?.parentElement;
    const links = section?.querySelectorAll<HTMLAnchorElement>(".rows li > a") ?? [];
    const items = Array.from(links, (link) => {
      const item = document.createElement("li");
      item.append(document.importNode(link, true));
      return item;
    });
    if (items.length > 0) {
      all.closest("ul")?.replaceChildren(...items);
    }
  } catch {
    // The reader can still follow the link.
  }
}
