import type { Verification } from "@svc/scorecard/verification";

/** What decides whether a repository is asked about again. */
export interface VerificationState {
  repository: string | null;
  /** The stored verification as JSON, or null. */
  verification: string | null;
}

/** The stored verification, or null when the repository was never asked about. */
export function storedVerification({ verification }: VerificationState): Verification | null {
  return verification === null ? null : JSON.parse(verification) as Verification;
}
