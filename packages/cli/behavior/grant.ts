import { covers, type Grant, placeholderIn } from "@svc/core/permission";
import { shellWord } from "@svc/core/text";
import { lineTexts } from "@svc/runtime/policy";
import { type GrantRequest, grantRequired } from "@svc/runtime/run";
import { canAsk, confirm } from "../frame/ask.ts";
import type { Context } from "../frame/command.ts";
import type { Answers } from "../permission/allow.ts";
import { questionLines } from "../permission/question_text.ts";
import { tickLines } from "../permission/tick_lines.ts";

/**
 * Has the permissions granted that sources of the repository's own ask for: by the person, or by what
 * they said on the command line. Gives what a person leaves out.
 *
 * @param answers undefined for a command without options that could grant something
 * @throws SvcError `consent_required` with `--yes`, and when this is not a terminal to ask at;
 *   `cancelled` on a no.
 */
export async function grantOwn(
  context: Pick<Context, "json" | "host" | "note">,
  request: GrantRequest,
  answers: Answers | undefined,
): Promise<readonly Grant[]> {
  const { extension, manifest, more, asked } = request;
  const { yes = false, allowRequested = false, allow = {}, sdks = [] } = answers ?? {};
  const said = allowRequested ||
    asked.every((one) => covers(allow, one) || sdks.includes(one.sdk ?? ""));
  if (!said && (yes || !canAsk(context))) {
    throw grantRequired(request, hintFor(request, answers !== undefined));
  }
  const where = manifest === "" ? extension : `${extension} (${manifest})`;
  context.note(
    [`${where} ${more ? "now also requests" : "requests"}:`, ...questionLines(extension, request)]
      .join("\n"),
  );
  if (said) return [];
  const question = "Grant these permissions permanently in this repository?";
  if (request.allow !== undefined) {
    await confirm(context, question);
    return [];
  }
  const ticked = await tickLines(context, question, asked);
  return asked.filter((one) => !ticked.includes(one));
}

/**
 * What code was found to need and was not granted, for a run in which nobody is asked; undefined where it
 * is nothing but variables that are not set and what they or a vault's configuration name.
 */
export function missingText(request: GrantRequest): string | undefined {
  const { extension, asked } = request;
  const needed = asked.filter((one) => one.sdk !== undefined || mayMatter(one));
  if (needed.length === 0) return undefined;
  const words = [extension, ...lineTexts(needed)].map(shellWord);
  return [
    `${extension} runs without permissions that it may need:`,
    ...questionLines(extension, { ...request, asked: needed, computed: [], omitted: 0 }),
    `To grant them: svc extension grant ${words.join(" ")}`,
  ].join("\n");
}

/** True for a grant that makes a difference to a run of a behavior. */
function mayMatter({ kind, entry }: Grant): boolean {
  const { source, name } = placeholderIn(entry) ?? { source: kind, name: entry };
  return source !== "config" && (source !== "env" || Deno.env.get(name) !== undefined);
}

/** The commands that grant it. What a secret flows into has no entry that could be written down. */
function hintFor({ extension, asked, allow }: GrantRequest, hasOptions: boolean): string {
  const grants = lineTexts(asked).map((one) => shellWord(one));
  const options = allow ?? grants.map((one) => `--allow ${one}`).join(" ");
  const add = hasOptions ? [`add to this command: ${options}`] : [];
  const ways = options === "--allow-all-requested" ? add : [
    `grant it:\n  svc extension grant ${shellWord(extension)} ${grants.join(" ")}`,
    ...add,
  ];
  return `To grant it, run the command in a terminal, or ${ways.join("\nor ")}`;
}
