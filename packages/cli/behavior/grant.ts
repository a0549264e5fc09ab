import { covers, grantText } from "@svc/core/permission";
import { shellWord } from "@svc/core/text";
import { type GrantRequest, grantRequired } from "@svc/runtime/run";
import { canAsk, confirm } from "../frame/ask.ts";
import type { Context } from "../frame/command.ts";
import type { Answers } from "../permission/allow.ts";
import { questionLines } from "../permission/question_text.ts";

/**
 * Has the permissions granted that sources of the repository's own ask for: by the person, or by what
 * they said on the command line.
 *
 * @param answers undefined for a command without options that could grant something
 * @throws SvcError `consent_required` with `--yes`, and when this is not a terminal to ask at;
 *   `cancelled` on a no.
 */
export async function grantOwn(
  context: Pick<Context, "json" | "host" | "note">,
  request: GrantRequest,
  answers: Answers | undefined,
): Promise<void> {
  const { extension, manifest, more, asked } = request;
  const { yes = false, allowRequested = false, allow = {} } = answers ?? {};
  const said = allowRequested || asked.every((one) => covers(allow, one));
  if (!said && (yes || !canAsk(context))) {
    throw grantRequired(request, hintFor(request, answers !== undefined));
  }
  const where = manifest === "" ? extension : `${extension} (${manifest})`;
  context.note(
    [`${where} ${more ? "now also asks for" : "asks for"}:`, ...questionLines(extension, request)]
      .join("\n"),
  );
  if (!said) await confirm(context, "Grant these permissions in this repository from now on?");
}

/** The commands that grant it. What a secret flows into has no entry that could be written down. */
function hintFor({ extension, asked, allow }: GrantRequest, hasOptions: boolean): string {
  const grants = asked.map((one) => shellWord(grantText(one)));
  const options = allow ?? grants.map((one) => `--allow ${one}`).join(" ");
  const add = hasOptions ? [`add to this command: ${options}`] : [];
  const ways = options === "--allow-all-requested" ? add : [
    `grant it:\n  svc extension grant ${shellWord(extension)} ${grants.join(" ")}`,
    ...add,
  ];
  return `If it should have it, run it on a terminal to be asked, or ${ways.join("\nor ")}`;
}
