/** What can go wrong with the store, with the sentence that a person reads. */
const FAILURES = {
  configuration: "the configuration is not valid",
  no_credentials: "there are no credentials for the store",
  access_denied: "the store does not allow it",
  bucket_missing: "the bucket does not exist",
  wrong_region: "the bucket is in another region",
  clock_skewed: "this machine's clock differs too much from the store's",
  store_full: "the store is full",
  redirected: "the store answered with a redirect, which is not followed",
  unreachable: "the store cannot be reached",
  busy: "the store is too busy",
  bad_answer: "the store gave an answer that is not valid",
  no_conditional_writes: "the store has no conditional writes",
  damaged: "what is in the store is damaged",
  conflict: "another machine wrote the same files meanwhile",
  lock_timeout: "the lock is held by someone else",
  lock_lost: "the lock was lost",
  too_large: "a file is too large",
} as const;

/** The kind of a failure, to tell them apart. */
export type FailureCode = keyof typeof FAILURES;

/**
 * Why the store could not do what was asked. The message is made of our own words, a status and an
 * error code of the store: never of what the store wrote, which may hold a credential.
 */
export class StoreFailure extends Error {
  /** Stable word for the kind of failure. */
  readonly code: FailureCode;

  /** @param detail follows the sentence of the code; ends without a full stop */
  constructor(code: FailureCode, detail: string) {
    super(`S3: ${FAILURES[code]}: ${detail}`);
    this.code = code;
    this.name = "StoreFailure";
    // The reason is outside this code: a line of it beside the message would mislead.
    delete this.stack;
  }
}

/** Whether an error is a {@link StoreFailure} of one of these kinds. */
export function isFailure(error: unknown, ...codes: FailureCode[]): error is StoreFailure {
  return error instanceof StoreFailure && (codes.length === 0 || codes.includes(error.code));
}
