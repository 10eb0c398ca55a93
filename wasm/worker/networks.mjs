// Tells senders apart by their addresses.

/**
 * Returns the networks that an address is in, by which senders are told apart: for IPv6 the subnet of 64 bits
 * that one line has and the site's of 48, however the address is written; for IPv4 the address.
 * @param {string} address
 */
export function networksOf(address) {
  const [, four] = /^(?:::ffff:)?(\d+(?:\.\d+){3})$/i.exec(address) ?? [];
  if (four !== undefined || !address.includes(":")) {
    return [four ?? address];
  }
  const [head = [], tail = []] = address
    .toLowerCase()
    .split("::")
    .map((part) => part.split(":").filter((group) => group !== ""));
  const groups = [...head, ...Array(Math.max(8 - head.length - tail.length, 0)).fill("0"), ...tail];
  const plain = groups.map((group) => group.replace(/^0+(?=.)/, ""));
  return [plain.slice(0, 4).join(":"), plain.slice(0, 3).join(":")];
}
