/** A mail server to hand mails to. */
export interface SmtpServer {
  host: string;
  port: number;
  auth: { user: string; pass: string } | undefined;
  /**
   * `implicit`: TLS from the first byte (smtps). `required`: STARTTLS or nothing is sent.
   * `none`: a server on this machine, which may do without.
   */
  tls: "implicit" | "required" | "none";
}

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** The server that `smtp://user:pass@host:587` or `smtps://…` names; undefined when it names none. */
export function parseSmtpUrl(text: string): SmtpServer | undefined {
  const url = URL.parse(text);
  if (!url || !/^smtps?:$/.test(url.protocol) || url.hostname === "") return undefined;
  if (url.search || url.hash || !/^\/?$/.test(url.pathname)) return undefined;
  if ((url.username === "") !== (url.password === "")) return undefined;
  const [user, pass] = [decoded(url.username), decoded(url.password)];
  if (user === undefined || pass === undefined) return undefined;
  const implicit = url.protocol === "smtps:";
  return {
    host: url.hostname.replace(/^\[|\]$/g, ""),
    port: url.port === "" ? (implicit ? 465 : 587) : Number(url.port),
    auth: user === "" ? undefined : { user, pass },
    tls: implicit ? "implicit" : LOOPBACK.test(url.hostname) ? "none" : "required",
  };
}

function decoded(part: string): string | undefined {
  try {
    return decodeURIComponent(part);
  } catch {
    return undefined;
  }
}
