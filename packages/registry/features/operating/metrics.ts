import { SvcError } from "@svc/core/error";
import type { App } from "@svc/http/edge";
import { timingSafeEqual } from "node:crypto";
import { Registry } from "prom-client";
import { keyHash } from "../../access/credential/key_hash.ts";
import type { Services } from "../../access/services.ts";
import { exposition } from "./exposition.ts";

/** Headers that a proxy adds: a request with one comes from further away than its connection. */
const FORWARDED = ["forwarded", "x-forwarded-for", "x-forwarded-host", "x-real-ip", "via"];

const LOOPBACK = /^(?:::1|(?:::ffff:)?127\.\d+\.\d+\.\d+)$/i;
const LOOPBACK_HOST = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])(?::\d+)?$/i;

/**
 * Mounts `GET /metrics`, in the text format of Prometheus: for who has the token of
 * `SVC_METRICS_TOKEN`; without such a setting, for this machine. It has its own credential, so the
 * policy table has no row for it.
 */
export function mountMetrics(app: App, services: Services): void {
  app.get("/metrics", async (context) => {
    await services.auth.limits.address(context.get("address"));
    assertMayRead(services.config.metricsToken, context.req.raw, context.env?.remoteAddress);
    return new Response(await exposition(services), {
      headers: {
        "content-type": Registry.PROMETHEUS_CONTENT_TYPE,
        "cache-control": "no-store",
      },
    });
  });
}

/**
 * @throws SvcError `not_authenticated` without the token, where there is one; `forbidden` for who is
 *   not on this machine, where there is none
 */
function assertMayRead(token: string, { headers }: Request, connection: string | undefined): void {
  if (token !== "") {
    const given = /^Bearer +(\S+)$/i.exec(headers.get("authorization") ?? "")?.[1] ?? "";
    // Hashes have one length, and tell nothing of what they are of.
    const [one, other] = [keyHash(given), keyHash(token)].map((hash) =>
      new TextEncoder().encode(hash)
    );
    if (timingSafeEqual(one!, other!)) return;
    throw new SvcError("not_authenticated", "Metrics need a token", {
      hint: "Send 'Authorization: Bearer <token>' with what SVC_METRICS_TOKEN says on the server.",
    });
  }
  const own = LOOPBACK.test(connection ?? "") && LOOPBACK_HOST.test(headers.get("host") ?? "") &&
    FORWARDED.every((name) => !headers.has(name));
  if (own) return;
  throw new SvcError("forbidden", "Metrics can only be read on the server's own machine", {
    hint: "To read them from elsewhere, set SVC_METRICS_TOKEN on the server and send that.",
  });
}
