import { SvcError } from "@svc/core/error";

/** Refuses a statement of provenance: what is wrong with it, as the rest of a sentence. */
export function invalid(what: string, cause?: unknown): SvcError {
  return new SvcError("provenance_invalid", `The statement of provenance does not hold: ${what}`, {
    hint: "Make it again for these bytes: 'svc extension push --sign', or --provenance in CI.",
    cause,
  });
}
