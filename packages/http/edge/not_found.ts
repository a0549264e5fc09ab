import { SvcError } from "@svc/core/error";
import type { Context } from "hono";
import type { Environment } from "./environment.ts";

/** The refusal of an address that nothing is mounted at, or that does not exist for the caller. */
export function nothingHere(): SvcError {
  return new SvcError("not_found", "There is nothing at this address", {
    hint: "The API is described at /api/v1/openapi.json.",
  });
}

/** The answer to a path that nothing is mounted at. */
export function notFound(context: Context<Environment>): Response {
  return context.json(nothingHere().toJSON(), 404, { "cache-control": "no-store" });
}
