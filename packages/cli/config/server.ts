import { SvcError } from "@svc/core/error";

/** The server when nothing names one: the registry that `npm start` serves on this machine. */
export const DEFAULT_SERVER = "http://localhost:8787";

/** The spellings of this machine. */
const THIS_MACHINE: readonly [string, ...string[]] = ["localhost", "127.0.0.1", "[::1]"];

/**
 * A server address in the one form it is compared and stored in: no trailing slash, query or fragment.
 *
 * @param from who gave it, for the error
 * @throws SvcError `usage` for anything but an http or https address without a user.
 */
export function parseServer(text: string, from: string): string {
  const url = URL.canParse(text.trim()) ? new URL(text.trim()) : undefined;
  if (!url || !["http:", "https:"].includes(url.protocol) || url.username || url.password) {
    throw new SvcError("usage", `${from} is not the address of a server: ${JSON.stringify(text)}`, {
      hint: from === "SVC_SERVE_URL" || from === "SVC_SERVER_URL"
        ? "Write it as 'svc serve' prints it, like https://serve.example.org."
        : `Write it like https://registry.example.org or ${DEFAULT_SERVER}.`,
    });
  }
  return url.origin + url.pathname.replace(/\/+$/, "");
}

/** True when both addresses mean one server; the three spellings of this machine are one. */
export function isSameServer(a: string, b: string): boolean {
  return canonical(a) === canonical(b);
}

/** True when a key sent there crosses a network in the clear. */
export function isUnencrypted(server: string): boolean {
  const { protocol, hostname } = new URL(server);
  return protocol === "http:" && !THIS_MACHINE.includes(hostname);
}

function canonical(server: string): string {
  const url = new URL(server);
  if (THIS_MACHINE.includes(url.hostname)) url.hostname = THIS_MACHINE[0];
  return url.origin + url.pathname.replace(/\/+$/, "");
}
