/** Words of a search that count. Each is another list that the store reads. */
const MOST_WORDS = 8;

/** Code points of a word that count. */
const MOST_CHARACTERS = 40;

/**
 * What FTS5 is asked for a text that somebody typed: every word must begin a word of the document,
 * a single letter must be one, as half of all documents have a word that begins with it. Undefined
 * for a text without words. Words are quoted, so that no text is read as an operator.
 */
export function matchExpression(text: string): string | undefined {
  const words = text.normalize("NFC").toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const counted = new Set(
    words.map((word) => [...word]).map((points) =>
      points.length === 1 ? `"${points[0]}"` : `"${points.slice(0, MOST_CHARACTERS).join("")}"*`
    ),
  );
  return counted.size === 0 ? undefined : [...counted].slice(0, MOST_WORDS).join(" ");
}
