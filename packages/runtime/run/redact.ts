/** Replaces every known secret in texts by `***`. */
export interface Redactor {
  add(secret: unknown): void;
  text(text: string): string;
  /** As `text`, for every string of a JSON value. */
  value<T>(value: T): T;
}

/** Shorter texts would blank out half of any output. */
const SHORTEST = 3;

/** A redactor that knows `secrets` and, of each, its JSON-escaped form. */
export function createRedactor(secrets: readonly unknown[] = []): Redactor {
  const known = new Set<string>();
  let longestFirst: string[] = [];
  const redactor: Redactor = {
    add(secret) {
      if (typeof secret === "object" && secret !== null) {
        return Object.values(secret).forEach((part) => redactor.add(part));
      }
      const text = typeof secret === "string" ? secret : undefined;
      if (text === undefined || text.length < SHORTEST) return;
      known.add(text);
      known.add(JSON.stringify(text).slice(1, -1));
      longestFirst = [...known].sort((a, b) => b.length - a.length);
    },
    text(text) {
      let result = text;
      for (const secret of longestFirst) result = result.replaceAll(secret, "***");
      return result;
    },
    value(value) {
      if (longestFirst.length === 0) return value;
      if (typeof value === "string") return redactor.text(value) as typeof value;
      if (Array.isArray(value)) return value.map((item) => redactor.value(item)) as typeof value;
      if (typeof value !== "object" || value === null) return value;
      return Object.fromEntries(
        Object.entries(value).map(([key, item]) => [key, redactor.value(item)]),
      ) as typeof value;
    },
  };
  for (const secret of secrets) redactor.add(secret);
  return redactor;
}
