import { withoutColors } from "./colors.ts";
import { type Begun, Costly, type Matcher, type Unfinished } from "./matcher.ts";
import { BLANK, without } from "./text.ts";

/** Characters of a secret at the end of a line that tell that it is one, or half of a shorter one. */
const TELLING = 8;

/** What may go on in the next line: more than a line that nobody made to cost much. */
const MOST_BEGUN = 1000;

/**
 * Takes the lines of a log one by one and gives each without its secrets, also of one that was broken
 * into lines: what stood at the end of a line is looked for at the beginning of the next. A line is
 * shown at once, so where only a few characters of a secret end a line, only what follows is hidden.
 *
 * @param matcher asked for at each line, as secrets are added
 */
export function lineRedactor(matcher: () => Matcher): (line: string) => string {
  let begun: readonly Begun[] = [];
  return (colored) => {
    const line = withoutColors(colored);
    try {
      const indent = /^[ \t]*/.exec(line)![0];
      const { hidden, rest, still } = continued(matcher(), line.slice(indent.length), begun);
      const end = withoutEnd(matcher(), hidden ? rest : line);
      begun = [...still, ...end.begun].slice(0, MOST_BEGUN);
      return hidden ? `${indent}${BLANK}${end.clean}` : end.clean;
    } catch (error) {
      if (!(error instanceof Costly)) throw error;
      begun = [];
      return BLANK;
    }
  };
}

/** Takes from the beginning of a line what goes on with what was begun before. */
function continued(
  matcher: Matcher,
  line: string,
  begun: readonly Begun[],
): { hidden: boolean; rest: string; still: Begun[] } {
  let end = 0;
  const still: Begun[] = [];
  for (const { pattern, count } of begun) {
    const found = matcher.goesOn(line, { pattern, count });
    end = Math.max(end, found.end ?? 0);
    if (line === "" || found.count === undefined || found.count === count) continue;
    const one = { pattern, count: found.count };
    still.push(one);
    if (tells(one)) end = line.length;
  }
  return { hidden: end > 0, rest: line.slice(end), still };
}

/** A line without the secrets in it and without what one may begin with at its end. */
function withoutEnd(matcher: Matcher, line: string): { clean: string; begun: Begun[] } {
  const open: Unfinished[] = [];
  const stopsAt = (rest: Unfinished) => {
    open.push(rest);
    return false;
  };
  const { clean, at } = without(line, matcher.search(line, { stopsAt }));
  const behind = open.filter(({ start }) => start >= at);
  const begun = behind.flatMap((rest) => rest.begun);
  const first = behind.find((rest) => rest.begun.some(tells));
  if (first === undefined) return { clean, begun };
  return { clean: clean.slice(0, clean.length - (line.length - first.start)) + BLANK, begun };
}

function tells({ pattern, count }: Begun): boolean {
  return count >= Math.min(TELLING, Math.ceil(pattern.codes.length / 2));
}
