import { SvcError } from "@svc/core/error";
import type { Context } from "hono";
import type { Environment } from "./environment.ts";

/** The answer to a path that nothing is mounted at. */
export function notFound(context: Context<Environment>): Response {
  const error = new SvcError("not_found", "There is nothing at this address", {
    hint: "The API is described at /api/v1/openapi.json.",
  });
  return context.json(error.toJSON(), 404, { "cache-control": "no-store" });
}
