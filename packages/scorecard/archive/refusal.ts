import { type ErrorCode, SvcError } from "@svc/core/error";
import { visibleName } from "@svc/core/text";

const HINTS = {
  archive_invalid: "Build the archive with 'svc extension push', which writes the accepted form.",
  archive_unsafe:
    "Remove the named entry; an archive holds plain files and folders under extension/.",
  archive_too_large: "Publish sources only; move large data to where the extension can fetch it.",
} as const satisfies Partial<Record<ErrorCode, string>>;

/** A refusal of an archive, naming the entry it is about. */
export function refuse(
  code: keyof typeof HINTS,
  entry: string | undefined,
  problem: string,
  cause?: unknown,
): SvcError {
  const place = entry === undefined ? undefined : printable(entry);
  return new SvcError(code, `The archive is refused: ${place ? `${place} ` : ""}${problem}`, {
    hint: HINTS[code],
    details: place === undefined ? undefined : [{ path: place, message: problem }],
    cause,
  });
}

/** Entry names come from strangers: what is not seen must not reach a terminal or a log. */
function printable(name: string): string {
  const shown = visibleName(name.slice(0, 1000));
  return shown.length > 200 ? `${shown.slice(0, 200)}…` : shown;
}
