import type { RequestHead } from "@svc/http/listener";

/** A cookie of this server alone: no script reads it, and no other site's request carries it along. */
export interface OwnCookie {
  /** Undefined when the request has none, or several of the name. */
  read(request: Pick<RequestHead, "headers">): string | undefined;
  /** The `Set-Cookie` that sets it for so many seconds. */
  set(value: string, seconds: number): string;
  /** The `Set-Cookie` that takes it away. */
  clear(): string;
}

/**
 * The cookie `name` at a public address. With TLS the browser itself holds it to this exact host
 * (`__Host-`). On this machine, where cookies do not know ports, the port is in its name.
 */
export function ownCookie(publicUrl: string, name: string): OwnCookie {
  const { protocol, port } = new URL(publicUrl);
  const encrypted = protocol === "https:";
  const full = encrypted ? `__Host-${name}` : `${name}_${port || "80"}`;
  const attributes = `Path=/; HttpOnly; SameSite=Lax${encrypted ? "; Secure" : ""}`;
  return {
    read(request) {
      const found = (request.headers.get("cookie") ?? "").split(";").map((part) => part.trim())
        .filter((part) => part.startsWith(`${full}=`));
      // A second one was set by somebody else: neither is believed.
      return found.length === 1 ? found[0]!.slice(full.length + 1) : undefined;
    },
    set: (value, seconds) => `${full}=${value}; Max-Age=${seconds}; ${attributes}`,
    clear: () => `${full}=; Max-Age=0; ${attributes}`,
  };
}
