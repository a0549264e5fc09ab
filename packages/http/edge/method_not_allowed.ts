import { SvcError } from "@svc/core/error";

/** The answer to a method that a path does not take. @param allow the methods that it takes, at least one */
export function methodNotAllowed(method: string, allow: readonly string[]): Response {
  const error = new SvcError("method_not_allowed", `${method} is not supported here`, {
    hint: `Use ${allow.join(" or ")}.`,
  });
  return Response.json(error, {
    status: error.status,
    headers: { allow: allow.join(", "), "cache-control": "no-store" },
  });
}
