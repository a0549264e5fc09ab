import type { Reason } from "./document.ts";
import type { Scanner } from "./scanner.ts";

/** How the platform words that a scanner has nothing to say about a repository. */
interface Wording {
  reason: Reason;
  /** Only of this scanner; of all when absent. */
  scanner?: Scanner;
  message: RegExp;
}

/** Looked through from the top. Which of 403 and 404 comes has changed over the years. */
const WORDINGS: readonly Wording[] = [
  { reason: "archived", message: /archived repositor|repository (?:is|was) archived/i },
  { reason: "legal", message: /repository access blocked/i },
  { reason: "no-analysis", scanner: "code-scanning", message: /no analysis found/i },
  {
    reason: "disabled",
    scanner: "code-scanning",
    message:
      /(?:advanced|code) security must be enabled|code scanning is (?:not enabled|disabled)/i,
  },
  {
    reason: "disabled",
    scanner: "dependabot",
    message: /dependabot alerts are (?:disabled|not enabled|not available)/i,
  },
  {
    reason: "disabled",
    scanner: "secret-scanning",
    message:
      /secret scanning is (?:disabled|not enabled)|(?:advanced security|secret protection) must be enabled/i,
  },
];

/** A refusal as the client library throws it. */
export interface Refusal {
  status: number;
  response: { url?: string; data?: unknown };
}

/** True for an answer of the API that is not a success. */
export function isRefusal(error: unknown): error is Refusal {
  return error instanceof Error && "status" in error && typeof error.status === "number" &&
    "response" in error && typeof error.response === "object" && error.response !== null;
}

/**
 * Why a scanner is unavailable at a repository, as its refusal words it; undefined for a refusal that
 * says something else, such as a missing permission.
 */
export function unavailableReason(scanner: Scanner, refusal: Refusal): Reason | undefined {
  if (refusal.status === 451) return "legal";
  if (refusal.status !== 403 && refusal.status !== 404) return undefined;
  const message = messageOf(refusal);
  return WORDINGS.find((wording) =>
    (wording.scanner ?? scanner) === scanner && wording.message.test(message)
  )?.reason;
}

function messageOf({ response: { data } }: Refusal): string {
  const said = typeof data === "object" && data !== null && "message" in data ? data.message : "";
  return typeof said === "string" ? said : "";
}
