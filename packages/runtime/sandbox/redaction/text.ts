import { withoutColors } from "./colors.ts";
import { Costly, type Found, type Matcher } from "./matcher.ts";

/** What stands in the place of a secret. */
export const BLANK = "***";

/** A text without its secrets, and without its colors where these would hide one from being found. */
export function redactedText(matcher: Matcher, text: string): string {
  try {
    const plain = withoutColors(text);
    const found = [...matcher.search(plain)];
    // Text without a secret keeps its colors; positions in one text are not those of the other.
    return found.length === 0 ? text : without(plain, found).clean;
  } catch (error) {
    if (error instanceof Costly) return BLANK;
    throw error;
  }
}

/** True for a text that holds a secret, also one that takes too long to look through. */
export function holdsSecret(matcher: Matcher, text: string): boolean {
  try {
    return matcher.search(withoutColors(text)).next().done === false;
  } catch (error) {
    if (error instanceof Costly) return true;
    throw error;
  }
}

/**
 * A text in pieces without its secrets: each becomes `***`, also where it lies across pieces.
 *
 * @throws Costly when looking for them takes too long
 */
export async function* redactedPieces(
  pieces: AsyncIterable<string>,
  matcher: Matcher,
): AsyncGenerator<string> {
  let text = "";
  let covered: number | undefined;
  for await (const piece of pieces) {
    text += piece;
    let until = text.length;
    const stopsAt = ({ start }: { start: number }) => {
      until = start;
      return true;
    };
    const places = [...matcher.search(text, { covered, stopsAt })];
    const { clean, at } = without(text, places, until);
    // What was covered has been told of.
    yield covered === undefined ? clean : clean.slice(BLANK.length);
    text = text.slice(until);
    covered = places.length > 0 && at >= until ? at - until : undefined;
  }
  const { clean } = without(text, matcher.search(text, { covered }));
  yield covered === undefined ? clean : clean.slice(BLANK.length);
}

/** The first characters of a text without these places, and where the last place ends. */
export function without(
  text: string,
  places: Iterable<Found>,
  until = text.length,
): { clean: string; at: number } {
  let clean = "";
  let at = 0;
  for (const { start, end } of places) {
    clean += text.slice(at, start) + BLANK;
    at = end;
  }
  return { clean: clean + text.slice(at, until), at };
}
