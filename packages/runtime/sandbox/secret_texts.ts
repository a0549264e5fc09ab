/** Shorter texts would blank out half of any output. */
const SHORTEST = 3;

/** The same for one line of a secret of several, such as a private key. */
const SHORTEST_LINE = 6;

/**
 * The texts that must not be shown of a secret, an object or list included: it itself, each of its
 * lines, as what is printed arrives line by line, and the JSON-escaped form of these.
 */
export function secretTexts(secret: unknown): string[] {
  if (typeof secret === "object" && secret !== null) {
    return Object.values(secret).flatMap(secretTexts);
  }
  if (typeof secret !== "string" && typeof secret !== "number") return [];
  const text = String(secret);
  if (text.length < SHORTEST) return [];
  const lines = text.split(/\r?\n/).map((part) => part.trim())
    .filter((line) => line.length >= SHORTEST_LINE);
  return [text, ...lines].flatMap((one) => [one, JSON.stringify(one).slice(1, -1)]);
}

/** `text` with each of `secrets` replaced by `***`, the longest first. */
export function withoutTexts(text: string, secrets: Iterable<string>): string {
  const longestFirst = [...secrets].sort((a, b) => b.length - a.length);
  return longestFirst.reduce((rest, secret) => rest.replaceAll(secret, "***"), text);
}
