import { createHmac } from "node:crypto";
import { Webhook as Standard } from "standardwebhooks";

/** Where a delivery goes in tests. */
const ADDRESS = "http://127.0.0.1:9090/hooks/";

/** A delivery as a sender of Standard Webhooks signs it, with the implementation of its authors. */
export function standardDelivery(
  name: string,
  body: string,
  { secret, id = "msg_1", at, ...init }: {
    secret: string;
    id?: string;
    at: Date;
    headers?: Record<string, string>;
  },
): Request {
  return new Request(ADDRESS + name, {
    method: "POST",
    body,
    headers: {
      "content-type": "application/json",
      "webhook-id": id,
      "webhook-timestamp": String(Math.floor(at.getTime() / 1000)),
      "webhook-signature": new Standard(secret).sign(id, at, body),
      ...init.headers,
    },
  });
}

/** A delivery as GitHub signs it. */
export function githubDelivery(
  name: string,
  body: BodyInit & (string | Uint8Array),
  { secret, headers = {} }: { secret: string; headers?: Record<string, string> },
): Request {
  return new Request(ADDRESS + name, {
    method: "POST",
    body,
    headers: { "content-type": "application/json", ...githubSignature(body, secret), ...headers },
  });
}

/** The header that GitHub signs a body with. */
export function githubSignature(
  body: string | Uint8Array,
  secret: string,
): Record<string, string> {
  const digest = createHmac("sha256", secret).update(body).digest("hex");
  return { "x-hub-signature-256": `sha256=${digest}` };
}
