import { SvcError } from "@svc/core/error";
import { LIMITS } from "@svc/core/limit";
import { type AdminCall, textOption } from "./command.ts";

/**
 * Why the operator does something, as an option has it.
 *
 * @param refusal what is said where it is missing or too long
 * @param after how the hint ends
 * @throws SvcError `usage`
 */
export function requiredNote(
  { options }: Pick<AdminCall, "options">,
  name: "note" | "reason",
  refusal: string,
  after = "",
): string {
  const note = textOption({ options }, name)?.trim() ?? "";
  const most = LIMITS.operatorNoteCharacters;
  if (note !== "" && note.length <= most) return note;
  throw new SvcError("usage", refusal, {
    hint: `Add --${name} "<text>", at most ${most} characters${after}.`,
  });
}
