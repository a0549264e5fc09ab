import { type GrantRequest, grantRequired } from "@svc/runtime/run";
import { canAsk, confirm } from "../frame/ask.ts";
import type { Context } from "../frame/command.ts";
import { questionLines } from "../permission/question_text.ts";

/**
 * Has the permissions granted that sources of the repository's own ask for: by the person, or by `yes`,
 * which does not answer for what a placeholder has come to stand for.
 *
 * @param otherwise how a command without `--allow` has the value of a placeholder granted
 * @throws SvcError `consent_required` when this is not a terminal to ask at; `cancelled` on a no.
 */
export async function grantOwn(
  context: Pick<Context, "json" | "host" | "note">,
  request: GrantRequest,
  yes: boolean,
  otherwise?: string,
): Promise<void> {
  const { extension, manifest, more, allow } = request;
  const answered = yes && allow === undefined;
  if (!answered && !canAsk(context)) {
    const option = `add ${allow ?? "--yes"} when you trust ${
      allow === undefined ? "the sources here" : "that value"
    }`;
    const how = allow === undefined ? option : otherwise ?? option;
    throw grantRequired(request, `Run it on a terminal to be asked, or ${how}.`);
  }
  const where = manifest === "" ? extension : `${extension} (${manifest})`;
  context.note(
    [`${where} ${more ? "now also asks for" : "asks for"}:`, ...questionLines(extension, request)]
      .join("\n"),
  );
  if (!answered) await confirm(context, "Grant these permissions in this repository from now on?");
}
