import type { RequestHead } from "@svc/http/listener";

/**
 * The cookie `name` at a public address: no script reads it, and no other site's request carries it
 * along. With TLS the browser itself holds it to this exact host
 * (`__Host-`). On this machine, where cookies do not know ports, the port is in its name.
 */
export function ownCookie(publicUrl: string, name: string) {
  const { protocol, port } = new URL(publicUrl);
  const encrypted = protocol === "https:";
  const full = encrypted ? `__Host-${name}` : `${name}_${port || "80"}`;
  const attributes = `Path=/; HttpOnly; SameSite=Lax${encrypted ? "; Secure" : ""}`;
  return {
    /** Undefined when the request has none, or several of the name. */
    read(request: Pick<RequestHead, "headers">) {
      const found = (request.headers.get("cookie") ?? "").split(";").map((part) => part.trim())
        .filter((part) => part.startsWith(`${full}=`));
      // A second one was set by somebody else: neither is believed.
      return found.length === 1 ? found[0]!.slice(full.length + 1) : undefined;
    },
    /** The `Set-Cookie` that sets it for so many seconds. */
    set: (value: string, seconds: number) => `${full}=${value}; Max-Age=${seconds}; ${attributes}`,
    clear: () => `${full}=; Max-Age=0; ${attributes}`,
  };
}
