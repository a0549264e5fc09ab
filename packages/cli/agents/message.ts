import { isRecord } from "@svc/core/json";

/** A message of JSON-RPC, as far as a bridge looks at it. */
export interface Message {
  jsonrpc: "2.0";
  id?: string | number;
  method?: string;
  params?: Record<string, unknown>;
}

/** Where a message of the protocol of 2026 says its version. */
const VERSION_KEY = "io.modelcontextprotocol/protocolVersion";

/** Which parameter of a method a header repeats. */
const NAMED: Readonly<Record<string, string>> = {
  "tools/call": "name",
  "prompts/get": "name",
  "resources/read": "uri",
};

/** True for a message that waits for an answer. */
export function isRequest(message: Message): message is Message & { id: string | number } {
  return message.id !== undefined && message.method !== undefined;
}

/** The version that a message says: a request of 2026 in itself, the answer to a greeting in its result. */
export function versionIn(message: unknown): string | undefined {
  if (!isRecord(message)) return undefined;
  const { params, result } = message;
  const meta = isRecord(params) ? params["_meta"] : undefined;
  const said = isRecord(meta)
    ? meta[VERSION_KEY]
    : isRecord(result)
    ? result["protocolVersion"]
    : undefined;
  return typeof said === "string" && /^[\w.-]{1,40}$/.test(said) ? said : undefined;
}

/** The header that repeats what a request is about. */
export function nameHeader({ method = "", params }: Message): Record<string, string> {
  const key = Object.hasOwn(NAMED, method) ? NAMED[method]! : undefined;
  const name = key === undefined ? undefined : params?.[key];
  if (typeof name !== "string") return {};
  const isPlain = /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/.test(name) &&
    !/^=\?.*\?=$/.test(name);
  const encoded = `=?base64?${new TextEncoder().encode(name).toBase64()}?=`;
  return { "mcp-name": isPlain ? name : encoded };
}
