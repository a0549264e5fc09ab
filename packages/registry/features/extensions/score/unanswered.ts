import type { Outcome } from "@svc/core/wire";

/** True when a look-up did not come to an answer: it counts as not passed, and may be finished. */
export function isUnanswered({ outcome }: { outcome: Outcome }): boolean {
  return outcome === "notRun" || outcome === "error";
}
