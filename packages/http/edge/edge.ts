import type { MiddlewareHandler } from "hono";
import { clientAddress } from "../input/address.ts";
import { withinRequest } from "./current_request.ts";
import type { Environment } from "./environment.ts";

/** What every request passes first: an id, the client's address, and headers no answer lacks. */
export function edge(
  { trustedProxies: trusted }: { trustedProxies: readonly string[] },
): MiddlewareHandler<Environment> {
  return async (context, next) => {
    context.set("requestId", crypto.randomUUID());
    context.set(
      "address",
      clientAddress(context.req.raw, context.env?.remoteAddress, trusted),
    );
    const record = context.env?.record;
    if (record !== undefined) {
      record.requestId = context.get("requestId");
      record.address = context.get("address");
    }
    await withinRequest(context.get("requestId"), next);
    context.res.headers.set("x-content-type-options", "nosniff");
  };
}
