import { readStored } from "@svc/core/json";
import { Verification } from "@svc/scorecard/verification";

/** What decides whether a repository is asked about again. */
export interface VerificationState {
  repository: string | null;
  /** The stored verification as JSON, or null. */
  verification: string | null;
}

/** The stored verification; null when the repository was never asked about, or it is damaged. */
export function storedVerification({ verification }: VerificationState): Verification | null {
  return verification === null ? null : readStored(Verification, verification) ?? null;
}
