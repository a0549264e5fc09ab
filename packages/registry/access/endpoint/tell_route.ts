import type { MiddlewareHandler } from "hono";
import { routePath } from "hono/route";
import type { Environment } from "@svc/http/edge";

/** Says what answered a request, for the access log and the metrics: a policy row, or a pattern. */
export const tellRoute: MiddlewareHandler<Environment> = async (context, next) => {
  await next();
  const record = context.env?.record;
  if (record !== undefined) record.route = context.get("policyRow") ?? routePath(context);
};
