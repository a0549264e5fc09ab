import { RE2JS, RE2JSException } from "npm:re2js@2.10.0";
import { PlatformFailure } from "../../platform/failure.ts";

/** Matches that are counted; each takes at most one more pass over the text. */
const MOST_COUNTED = 100;

/** Lines that a refusal names. */
const LINES_NAMED = 5;

/** Where a pattern matched, in UTF-16 units of the text it was given. */
export interface Match {
  start: number;
  end: number;
  /** Start and end of each group, the whole match first; null when it took no part. */
  groups: ([number, number] | null)[];
  /** Which group has which name. */
  names: Readonly<Record<string, number>>;
}

/**
 * The only match of a pattern in RE2 syntax, with `^` and `$` at every line. The time it takes is
 * linear in the text, whatever the pattern: neither can make a run hang.
 *
 * @throws PlatformFailure `invalid` for a pattern that is none or that matches the empty text,
 *   `no_match`, `several_matches`
 */
export function onlyMatch(pattern: string, text: string): Match {
  const compiled = compile(pattern);
  const matcher = compiled.matcher(text);
  const starts: number[] = [];
  let only: Match | undefined;
  while (starts.length < MOST_COUNTED && matcher.find()) {
    if (matcher.start() === matcher.end()) {
      throw new PlatformFailure("invalid", {
        reason: `the pattern matches the empty text on line ${lineAt(text, matcher.start())}`,
        hint: "Write a pattern that matches at least one character",
      });
    }
    starts.push(matcher.start());
    only ??= {
      start: matcher.start(),
      end: matcher.end(),
      groups: Array.from(
        { length: matcher.groupCount() + 1 },
        (_, group) => matcher.start(group) < 0 ? null : [matcher.start(group), matcher.end(group)],
      ),
      names: compiled.namedGroups(),
    };
  }
  if (only === undefined) {
    throw new PlatformFailure("no_match");
  }
  if (starts.length > 1) throw several(text, starts);
  return only;
}

function compile(pattern: string): RE2JS {
  try {
    return RE2JS.compile(pattern, RE2JS.MULTILINE);
  } catch (error) {
    if (!(error instanceof RE2JSException)) throw error;
    throw new PlatformFailure("invalid", {
      // The library puts the flag that was asked for in front of the pattern.
      reason: `the pattern is not valid: ${error.message.replace("`(?m)", "`").slice(0, 200)}`,
      hint: "Write it in RE2 syntax, which has no look-around and no back-references",
    });
  }
}

function several(text: string, starts: readonly number[]): PlatformFailure {
  const count = starts.length < MOST_COUNTED ? `${starts.length}` : `${MOST_COUNTED} or more`;
  const lines = starts.slice(0, LINES_NAMED).map((start) => lineAt(text, start));
  return new PlatformFailure("several_matches", {
    reason: `the pattern matches ${count} times, first on line ${lines.join(", ")}`,
    hint: "It must match exactly once: include more of the surrounding text",
  });
}

/** The number of the line that an offset is on, counted from 1. */
export function lineAt(text: string, offset: number): number {
  let line = 1;
  for (let at = text.indexOf("\n"); at >= 0 && at < offset; at = text.indexOf("\n", at + 1)) line++;
  return line;
}
