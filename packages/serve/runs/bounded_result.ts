import type { RunResult } from "@svc/core/answer";
import type { ErrorBody } from "@svc/core/error";

/** Characters of an error's message and of its hint. */
const LONGEST_TEXT = 16_384;

/** Characters of each text of a detail, and how many details: lists of runs have all of them. */
const LONGEST_DETAIL = 1000;
const MOST_DETAILS = 100;

/**
 * A result of at most `limitBytes`: what is too large goes without the contents of data, then without
 * the texts of reports and the arguments, then with the first data only. As JSON, with a note for people
 * of what was left out.
 */
export function boundedResult(result: RunResult, limitBytes: number) {
  const whole = JSON.stringify(result);
  if (fits(whole, limitBytes)) return { result: whole };
  const artifacts = result.dataArtifacts.map(({ attributes: _, ...artifact }) => artifact);
  const bare: RunResult = { ...result, dataArtifacts: artifacts };
  const text = JSON.stringify(bare);
  const how = "'svc data get' shows it";
  if (fits(text, limitBytes)) {
    return { result: text, resultNote: `The contents of what it wrote are left out: ${how}.` };
  }
  const short: RunResult = { ...bare, globalArguments: {}, methodArguments: {} };
  delete short.reports;
  let kept = artifacts.length;
  for (;; kept = Math.floor(kept / 2)) {
    const text = JSON.stringify({ ...short, dataArtifacts: artifacts.slice(0, kept) });
    if (kept > 0 && !fits(text, limitBytes)) continue;
    const all = kept === artifacts.length ? "" : `, and all but the first ${kept} of what it wrote`;
    return {
      result: text,
      resultNote: `Contents, arguments and reports are left out${all}: 'svc data list' and ` +
        "'svc report get' show them.",
    };
  }
}

/** An error whose texts are not longer than people read. */
export function boundedError({ error, code, hint, details, grants }: ErrorBody): ErrorBody {
  return {
    error: cut(error),
    code,
    ...(hint === undefined ? {} : { hint: cut(hint) }),
    ...(details === undefined ? {} : {
      details: details.slice(0, MOST_DETAILS)
        .map(({ path, message }) => ({
          path: cut(path, LONGEST_DETAIL),
          message: cut(message, LONGEST_DETAIL),
        })),
    }),
    ...(grants === undefined ? {} : {
      grants: grants.slice(0, MOST_DETAILS).map((grant) => cut(grant, LONGEST_DETAIL)),
    }),
  };
}

function fits(text: string, limitBytes: number): boolean {
  return text.length <= limitBytes && new TextEncoder().encode(text).length <= limitBytes;
}

function cut(text: string, longest = LONGEST_TEXT): string {
  return text.length > longest ? `${text.slice(0, longest)}…` : text;
}
