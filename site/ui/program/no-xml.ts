/**
 * In place of the client's reader and writer of XML, which need a document or are as large as half the
 * client. XML is spoken only where access policies and settings of the service are read or written,
 * and an engine of tables alone has neither.
 */
export const XML_ATTRKEY = "$";
export const XML_CHARKEY = "_";

const missing = "Access policies and settings of the service cannot be read or written here.";

export function parseXML(): Promise<never> {
  return Promise.reject(new Error(missing));
}

export function stringifyXML(): never {
  throw new Error(missing);
}
