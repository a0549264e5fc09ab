import { SvcError } from "@svc/core/error";

/** A place in a list ordered by time and id, newest first. */
export interface Place {
  at: string;
  id: string;
}

/** The opaque text a client sends back to read on after `place`. */
export function writeCursor(place: Place): string {
  return new TextEncoder().encode(`${place.at} ${place.id}`)
    .toBase64({ alphabet: "base64url", omitPadding: true });
}

/**
 * The place a cursor names.
 *
 * @throws SvcError `validation_failed` for anything the server did not hand out.
 */
export function readCursor(cursor: string): Place {
  try {
    const text = new TextDecoder("utf-8", { fatal: true })
      .decode(Uint8Array.fromBase64(cursor, { alphabet: "base64url" }));
    const match = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z) ([0-9a-f-]{36})$/.exec(text);
    if (match) return { at: match[1]!, id: match[2]! };
  } catch {
    // Not base64url, or not UTF-8: not one of ours either.
  }
  throw new SvcError("validation_failed", "The cursor is not valid", {
    hint: "Omit 'cursor' to start at the newest, then send 'nextCursor' as received.",
    details: [{ path: "cursor", message: "send 'nextCursor' of the previous page" }],
  });
}
