import { isSvcError } from "@svc/core/error";
import type { ListedExtension } from "@svc/runtime/grants";
import type { Repository } from "@svc/runtime/repository";
import { canAsk, choose } from "../frame/ask.ts";
import type { Context } from "../frame/command.ts";
import { shellWord } from "@svc/core/text";
import { asPermissions } from "@svc/core/permission";
import { linesOf, lineTexts } from "@svc/runtime/policy";
import { computedLines, mentionedLines, parts, shownLines } from "../permission/question_text.ts";

/**
 * Shows what the code behind a type needs and nobody was asked for yet, and on a terminal asks once
 * whether to grant it. A no leaves it to the first run.
 */
export async function offerOpenPermissions(
  context: Pick<Context, "json" | "host" | "note">,
  repository: Repository,
  type: string,
): Promise<void> {
  const listed = await listedFor(repository, type);
  const open = parts(listed?.permissions.filter(({ state }) => state === "open") ?? []);
  if (listed === undefined || open.length === 0) return;
  const { name, computed } = listed;
  context.note(
    [
      `${name} requests:`,
      ...shownLines(linesOf(open)),
      ...(listed.mentioned === undefined
        ? computedLines(computed)
        : mentionedLines(name, { ...listed, mentioned: parts(listed.mentioned) })),
    ].join("\n"),
  );
  if (!canAsk(context)) {
    const words = [name, ...lineTexts(open)].map(shellWord);
    return context.note(`Grant it with: svc extension grant ${words.join(" ")}`);
  }
  const answer = await choose(context, "Grant these permissions?", {
    yes: "yes, permanently in this repository",
    no: "not now",
  });
  if (answer === "no") return;
  const { grantPermissions } = await import("@svc/runtime/grants");
  await grantPermissions(repository, name, asPermissions(open));
}

/** What stands of the type's extension; undefined for a type that comes with svc. */
async function listedFor(
  repository: Repository,
  type: string,
): Promise<ListedExtension | undefined> {
  const { listPermissions } = await import("@svc/runtime/grants");
  try {
    return (await listPermissions(repository, type)).extensions[0];
  } catch (error) {
    if (isSvcError(error) && error.code === "not_found") return undefined;
    throw error;
  }
}
