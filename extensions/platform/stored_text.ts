/** Characters of a body that are kept at most: the platform's own limit. */
export const BODY_LIMIT = 65_536;

/**
 * Text of a stranger as data holds it: as it is, but valid Unicode and without NUL. What renders it
 * sanitises it. Idempotent.
 */
export function storedText(text: string): string {
  return text.replaceAll("\0", "").toWellFormed();
}

/** A document whose texts are all fit to be stored; its keys are our own. */
export function storedDocument<T>(value: T): T {
  if (typeof value === "string") return storedText(value) as T;
  if (Array.isArray(value)) return value.map(storedDocument) as T;
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [key, storedDocument(part)]),
  ) as T;
}

/** A body cut at {@link BODY_LIMIT} characters, never through one; null stays null. */
export function storedBody(
  body: string | null | undefined,
): { body: string | null; bodyTruncated: boolean } {
  if (body === null || body === undefined) return { body: null, bodyTruncated: false };
  const text = storedText(body);
  if (text.length <= BODY_LIMIT) return { body: text, bodyTruncated: false };
  const cut = text.slice(0, BODY_LIMIT);
  return { body: cut.isWellFormed() ? cut : cut.slice(0, -1), bodyTruncated: true };
}
