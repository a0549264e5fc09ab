/** How requests are made to a bucket. */
export interface S3Manners {
  /** Tries of one request in all. */
  tries: number;
  /** No try begins after so many milliseconds. */
  budgetMs: number;
  /** How long an answer may take to begin, beside the time that sending a body takes. */
  answerMs: number;
  /** Keys of one page of a listing. */
  pageKeys: number;
  /** Waits so many milliseconds. */
  pause(ms: number): Promise<void>;
  /** The clock that addresses are signed by. */
  now(): Date;
}

/** What a server does: it gives up before those who wait for its own answer do. */
export const S3_MANNERS: S3Manners = {
  tries: 5,
  budgetMs: 10_000,
  answerMs: 5_000,
  pageKeys: 1_000,
  pause: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  now: () => new Date(),
};
