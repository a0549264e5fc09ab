import { SvcError } from "@svc/core/error";
import { decodeBase64 } from "./base64.ts";
import { type NoteKey, type NoteSignature, openNote } from "./note.ts";
import { HASH_BYTES, type Head, isSize } from "./tree.ts";

/** The head of a log (c2sp.org/tlog-checkpoint). */
export interface Checkpoint extends Head {
  /** Which log: its address without scheme, such as `registry.acme.com/log`. */
  origin: string;
}

/** A checkpoint that the log signed. */
export interface OpenedCheckpoint extends Checkpoint {
  /** Who signed: the log, and witnesses. */
  signatures: readonly NoteSignature[];
  /** Keys that signed and are not known, as `name+id`. */
  unknown: readonly string[];
}

/** The text of a checkpoint's note. */
export function formatCheckpoint({ origin, size, root }: Checkpoint): string {
  return `${origin}\n${size}\n${root.toBase64()}\n`;
}

/**
 * The head that a note's text says. Further lines are passed over, as they are opaque.
 *
 * @throws SvcError `log_invalid`
 */
export function parseCheckpoint(text: string): Checkpoint {
  const lines = text.split("\n");
  const [origin, size, base64] = lines;
  const root = decodeBase64(base64 ?? "");
  if (
    lines.length < 4 || lines.pop() !== "" || lines.includes("") || origin === undefined ||
    root?.length !== HASH_BYTES || !/^(?:0|[1-9]\d{0,15})$/.test(size!) || !isSize(Number(size))
  ) throw new SvcError("log_invalid", "This is not the head of a log", { hint: HINT });
  return { origin, size: Number(size), root };
}

const HINT = "Its first three lines are origin, size and root. Ask the registry's operator.";

/**
 * The head in a note that the log `origin` signed with one of its known keys.
 *
 * @param keys the log's, which have its name, and those of witnesses
 * @throws SvcError `log_invalid`; `log_key_unknown` when none of the log's own keys signed it, or it
 *   is another log's
 */
export function openCheckpoint(
  note: string,
  origin: string,
  keys: readonly NoteKey[],
): OpenedCheckpoint {
  const { text, signatures, unknown } = openNote(note, keys);
  const checkpoint = parseCheckpoint(text);
  if (checkpoint.origin !== origin) {
    throw new SvcError("log_key_unknown", `This is the head of another log: ${checkpoint.origin}`, {
      hint: `The log of this registry is ${origin}.`,
    });
  }
  if (!signatures.some(({ key }) => key.kind === "log" && key.name === origin)) {
    throw new SvcError("log_key_unknown", `The log ${origin} did not sign this head itself`, {
      hint: "Only witnesses did, whose word is not enough.",
    });
  }
  return { ...checkpoint, signatures, unknown };
}
