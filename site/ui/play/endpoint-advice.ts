/** What to do about a run against an account outside the page that went wrong. */
import type { ConnectReply, PlayStep } from "../protocol.ts";

/** What to do about a run that went wrong. */
export interface Advice {
  readonly kind: "cors" | "mixed" | "network" | "timeout" | "key" | "elsewhere" | "stopped";
  readonly message: string;
  /** Texts to copy, each with what it is. */
  readonly texts: readonly (readonly [label: string, text: string])[];
}

/** A page that came by TLS can't call plain HTTP elsewhere than on this machine. */
export function mixedContent({ host = "", local }: ConnectReply): Advice | undefined {
  if (location.protocol !== "https:" || !host.startsWith("http:") || local) {
    return undefined;
  }
  const message =
    `${addressOf(host)} is plain HTTP, and browsers don't let a page that came by HTTPS call that. ` +
    "Use the account's https address, or open this page from your own machine with rowkey serve.";
  return { kind: "mixed", message, texts: [] };
}

/** What to do if the account has no rule for this page. */
export function corsAdvice(
  { host = "", local }: ConnectReply,
  origin: string,
  fate: string,
): Advice {
  const rule =
    "The account has no CORS rule for this page, so the browser didn't send the request.";
  const message = `${rule}${fate}`;
  if (local) {
    const texts: Advice["texts"] = [
      ["For the local endpoint, start it with", `rowkey serve -cors ${origin}`],
      ["For Azurite, set the properties of its table service", rules(origin)],
    ];
    return { kind: "cors", message, texts };
  }
  if (host.includes(".cosmos.")) {
    const label = "Add this origin in the Azure portal, under Settings, CORS, of the account";
    return { kind: "cors", message, texts: [[label, origin]] };
  }
  const name = /^https?:\/\/([\w-]+)\./.exec(host)?.[1] ?? "ACCOUNT";
  const command =
    `az storage cors add --services t --account-name ${name} --origins ${origin} \\\n` +
    "  --methods GET PUT POST DELETE HEAD OPTIONS PATCH MERGE \\\n" +
    "  --allowed-headers '*' --exposed-headers '*' --max-age 3600";
  const texts: Advice["texts"] = [
    ["With the Azure CLI", command],
    ["Or by Set Table Service Properties", rules(origin)],
  ];
  return { kind: "cors", message, texts };
}

function rules(origin: string): string {
  return `<?xml version="1.0" encoding="utf-8"?>
<StorageServiceProperties>
  <Cors>
    <CorsRule>
      <AllowedOrigins>${origin}</AllowedOrigins>
      <AllowedMethods>GET,PUT,POST,DELETE,HEAD,OPTIONS,PATCH,MERGE</AllowedMethods>
      <AllowedHeaders>*</AllowedHeaders>
      <ExposedHeaders>*</ExposedHeaders>
      <MaxAgeInSeconds>3600</MaxAgeInSeconds>
    </CorsRule>
  </Cors>
</StorageServiceProperties>`;
}

/** What to do if the service didn't let the reader in. */
export function refused(steps: readonly PlayStep[], { token }: ConnectReply): Advice | undefined {
  const step = steps.findLast(({ status, ok }) => !ok && (status === 403 || status === 401));
  if (!step) {
    return undefined;
  }
  const message =
    token === undefined
      ? "The service refused the key. Check that it's a key of this account, and that your clock is right."
      : "The service refused the token. Check that it hasn't expired, that it's for tables with the " +
        "resource types service, container and object, and that it allows what the request does.";
  return { kind: "key", message, texts: [] };
}

/** Scheme and host of an address, for messages. */
export function addressOf(url: string): string {
  return /^[a-z]+:\/\/[^/?#]*/i.exec(url)?.[0] ?? "This address";
}
