import type { Keeping } from "@svc/http/prepared";

/** What of the store an answer shows. `extension` is the one that its address names. */
export type CacheSubject = "extension" | "extensions" | "profiles" | "feed";

/**
 * Says of an endpoint or a page that what a stranger gets may be cached and sent again. Such an answer
 * is made from the address alone: whoever makes it sees no header of the request, so nothing that
 * only one caller may know can be in it.
 *
 * A change of a collective ends every answer, and so does a change by another process. What else
 * ends one is said here.
 */
export interface CachePolicy extends Keeping {
  /** What it shows; a change of it ends the answer. */
  shows: readonly CacheSubject[];
  /** How long it is sent at most: short where it shows what changes by itself. */
  seconds: number;
  /** Whoever may see it gets the same, so it is also sent to callers with a credential. */
  toAll?: boolean;
  /** Strangers can ask it in any number of ways: it must not push out what others read. */
  free?: boolean;
  /** A request with this header is never answered with what was kept. */
  unlessSent?: string;
}

/** True for a request that what was kept never answers. */
export function passesBy({ unlessSent }: CachePolicy, headers: Pick<Headers, "get">): boolean {
  return unlessSent !== undefined && headers.get(unlessSent) !== null;
}

/** True for a path with escapes or capitals, which can be written in any number of ways. */
export function isOddlyWritten(pathname: string): boolean {
  return /[%A-Z]/.test(pathname);
}

/** A day's words such as `yesterday` are right within a minute; so is what has no event. */
const MINUTE = 60;

/** One extension's record: exact at once, and the time is only for what no event tells. */
export const OF_EXTENSION: CachePolicy = { shows: ["extension"], seconds: 5 * MINUTE, toAll: true };

/** A page that shows extensions. */
export const LISTED: CachePolicy = { shows: ["extensions"], seconds: MINUTE };

/** Extensions by what a stranger asks. */
export const SEARCHED: CachePolicy = { ...LISTED, free: true };

/** A person or a collective with what it publishes and posts. */
export const PRESENTED: CachePolicy = {
  shows: ["extensions", "profiles", "feed"],
  seconds: MINUTE,
};

/** The manual: a text that the renderer had no time for is shown as it was written, so not for long. */
export const RENDERED: CachePolicy = { shows: [], seconds: MINUTE };

/**
 * A small archive, whose address is signed: whoever has it may have the bytes until it expires. What
 * takes them away changes an extension that has a version of them.
 */
export const ARCHIVE: CachePolicy = {
  shows: ["extension"],
  seconds: MINUTE,
  toAll: true,
  bearer: true,
  // With its head it goes out in one piece.
  longest: 63 * 1024,
  free: true,
  unlessSent: "x-sendfile-type",
};

/** What only another version of the server changes. */
export const FIXED: CachePolicy = { shows: [], seconds: 60 * MINUTE };
