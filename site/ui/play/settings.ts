/** Where an account outside the page is and what lets the reader in, read from what the reader has typed. */

/** Where an account is and what lets the reader in. */
export interface Settings {
  readonly tables: string;
  /** Beside the tables, where that is known, if they are "". */
  readonly queues: string;
  readonly blobs: string;
  readonly account: string;
  readonly secret: Secret;
}

export type Secret =
  | { readonly kind: "key"; readonly key: string }
  | { readonly kind: "token"; readonly token: string };

/** Whether an address is one of this machine. */
export function isLoopback(address: string): boolean {
  return /^http:\/\/(127\.\d+\.\d+\.\d+|localhost|[\w-]+\.localhost|\[::1\])(:|\/|$)/.test(address);
}

/** What isn't right in settings, for the reader. */
export class SettingsError extends Error {}

/** Reads what the reader has typed: an address and a key, a token, a URL with one, or a connection string. */
export function settingsOf(address: string, account: string, secret: string): Settings {
  const trimmed = secret.trim();
  const parts = new Map(
    trimmed.split(";").flatMap((part): [string, string][] => {
      const at = part.indexOf("=");
      return at > 0 ? [[part.slice(0, at).trim(), part.slice(at + 1).trim()]] : [];
    }),
  );
  if (parts.has("AccountName") || parts.has("TableEndpoint")) {
    return fromConnectionString(parts, address);
  }
  const [url = "", token] = address.trim().split("?");
  const base = { tables: url.replace(/\/+$/, ""), queues: "", blobs: "" };
  checkAddress(base.tables);
  const signature = token?.includes("sig=") ? token : trimmed;
  if (/(^|[?&])sig=/.test(signature)) {
    return { ...base, account: "", secret: { kind: "token", token: signature.replace(/^\?/, "") } };
  }
  const name = account.trim() || accountIn(base.tables);
  return { ...base, account: name, secret: { kind: "key", key: checkKey(trimmed, base.tables) } };
}

function fromConnectionString(parts: ReadonlyMap<string, string>, address: string): Settings {
  const account = parts.get("AccountName") ?? "";
  const suffix = parts.get("EndpointSuffix") ?? "core.windows.net";
  const usual = `${parts.get("DefaultEndpointsProtocol") ?? "https"}://${account}.table.${suffix}`;
  const tables = (parts.get("TableEndpoint") ?? (account ? usual : address)).replace(/\/+$/, "");
  checkAddress(tables);
  const token = parts.get("SharedAccessSignature");
  return {
    tables,
    queues: (parts.get("QueueEndpoint") ?? "").replace(/\/+$/, ""),
    blobs: (parts.get("BlobEndpoint") ?? "").replace(/\/+$/, ""),
    account,
    secret:
      token === undefined
        ? { kind: "key", key: checkKey(parts.get("AccountKey") ?? "", tables) }
        : { kind: "token", token: token.replace(/^\?/, "") },
  };
}

function checkAddress(address: string): void {
  if (!/^https?:\/\/[\w.[\]:-]+(\/[\w-]+)*\/?$/.test(address)) {
    throw new SettingsError(
      "Write the address of the account's tables, such as https://NAME.table.core.windows.net.",
    );
  }
}

function checkKey(key: string, address: string): string {
  if (key === "" && isLoopback(address)) {
    return ""; // the engine knows the key that every emulator has
  }
  if (!/^[A-Za-z0-9+/]{8,}={0,2}$/.test(key)) {
    throw new SettingsError(
      "Write a key of the account, a shared access signature or a connection string.",
    );
  }
  return key;
}

/** The account's name: the last part of an emulator's address, or the first one of a host. */
function accountIn(address: string): string {
  const [, host = "", path = ""] = /^https?:\/\/([^/]+)\/?(.*)$/.exec(address) ?? [];
  return path || (host.split(".")[0] ?? "");
}
