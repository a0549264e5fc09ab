import { SvcError } from "@svc/core/error";

const LOOPBACK = ["localhost", "127.0.0.1", "[::1]"];

/** Whether an address is one of this machine only. */
export function isLoopback({ hostname }: URL): boolean {
  return LOOPBACK.includes(hostname);
}

/**
 * The address of the registry that signs people in, without a slash at the end. Secrets travel there,
 * so it must be encrypted unless it is on this machine.
 *
 * @param option what named it, for the refusal
 * @throws SvcError `usage`
 */
export function parseProvider(text: string, option = "--oauth-provider"): string {
  const url = URL.parse(text);
  const plain = url?.protocol === "http:" && isLoopback(url);
  const bare = url !== null && url.username === "" && url.password === "" && url.search === "" &&
    url.hash === "" && url.pathname === "/";
  if (url !== null && bare && (url.protocol === "https:" || plain)) return url.origin;
  throw new SvcError(
    "usage",
    `${option}: '${text.slice(0, 200)}' is not the address of a registry`,
    {
      hint: "Write https://<host>, or http://localhost:<port> for one on this machine.",
    },
  );
}

/**
 * Refuses a public address that no browser can be sent back to: the registry takes only https, or http
 * on this machine.
 *
 * @throws SvcError `usage`
 */
export function assertReturnable(publicUrl: string): void {
  const url = new URL(publicUrl);
  if (url.protocol === "https:" || isLoopback(url)) return;
  throw new SvcError("usage", `People cannot sign in at ${publicUrl}: it is not encrypted`, {
    hint: "Give the server a certificate, or the https address of the proxy in front of it.",
  });
}

/** Where the registry sends browsers back to. */
export function callbackUrl(publicUrl: string): string {
  return `${publicUrl}/auth/callback`;
}
