import { wholeNumber } from "@svc/http/input";
import { z } from "zod";

/** Results that one answer holds at most. */
export const MOST_RESULTS = 10_000;

/** Characters of a name, an id or a word to look for. */
const LONGEST = 512;

/** A text in a path or query. */
export const text = z.string().max(LONGEST);

/** The behavior of a path. */
export const behaviorField = text.describe("The behavior's name or id");

/** What an answer is narrowed down to by a part of a name. */
export const queryField = text.optional().describe("Part of a name");

/** How many results an answer holds. */
export const limitField = wholeNumber(0, MOST_RESULTS).optional()
  .describe(`Maximum number of results, up to ${MOST_RESULTS}`);

/** A version of data. */
export const versionField = wholeNumber(1, 999_999_999_999_999).optional()
  .describe("Version (default: the newest)");

/** Since when. */
export const sinceField = z.string().max(64).optional()
  .describe("A date, or how long ago: `12h`, `7d`");
