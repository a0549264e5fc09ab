import { SvcError } from "@svc/core/error";

/** Writes a place in an ordered list as an opaque text. */
export function writeCursor(place: readonly string[]): string {
  return new TextEncoder().encode(JSON.stringify(place))
    .toBase64({ alphabet: "base64url", omitPadding: true });
}

/**
 * Reads a cursor of `parts` texts.
 *
 * @throws SvcError `validation_failed` when it is not one this server wrote
 */
export function readCursor(text: string, parts: number): string[] {
  try {
    const bytes = Uint8Array.fromBase64(text, { alphabet: "base64url" });
    const place: unknown = JSON.parse(new TextDecoder().decode(bytes));
    if (
      Array.isArray(place) && place.length === parts &&
      place.every((part) => typeof part === "string")
    ) return place;
  } catch {
    // Falls through to the refusal: a cursor that cannot be read is not a cursor.
  }
  throw new SvcError("validation_failed", "The cursor is not valid", {
    hint: "Use the nextCursor of the previous page, or omit it for the first page.",
    details: [{ path: "cursor", message: "is not a cursor of this list" }],
  });
}
