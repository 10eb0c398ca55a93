/**
 * Replaces the client's XML reader and writer, which need a document or are half as large as the client.
 * Only access policies and service settings use XML.
 */
export const XML_ATTRKEY = "$";
export const XML_CHARKEY = "_";

const missing = "Access policies and settings of the service can't be read or written here.";

export function parseXML(): Promise<never> {
  return Promise.reject(new Error(missing));
}

export function stringifyXML(): never {
  throw new Error(missing);
}
