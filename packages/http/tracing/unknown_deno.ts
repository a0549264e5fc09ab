import { SvcError } from "@svc/core/error";

/** Says that what this Deno would send could tell secrets: rather nothing than one of them. */
export function unknownDeno(what: "Traces" | "Metrics"): SvcError {
  return new SvcError("unavailable", `${what} are not safe with Deno ${Deno.version.deno}`, {
    hint: "Start svc with the Deno that it installs, or without OTEL_DENO.",
  });
}
