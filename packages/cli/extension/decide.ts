import { SvcError } from "@svc/core/error";
import { shellWord } from "@svc/core/text";
import {
  asPermissions,
  grantText,
  grantTexts,
  type Permissions,
  together,
} from "@svc/core/permission";
import {
  type InstallQuestion,
  type LockedRequest,
  permissionsNotGranted,
  requestDifference,
} from "@svc/runtime/installed";
import { canAsk, confirm } from "../frame/ask.ts";
import type { Context } from "../frame/command.ts";
import { questionLines } from "../permission/question_text.ts";

/** What deciding needs of a command's context. */
export type Deciding = Pick<Context, "json" | "host" | "note">;

/** What was said on the command line about permissions. */
export interface GrantOptions {
  /** Grants all that is shown. */
  yes: boolean;
  /** The same, in the words of the other commands. */
  allowRequested: boolean;
  /** Grants exactly these instead, and asks nothing. */
  allow: Permissions;
}

/** Where an extension comes from, as far as the question goes. */
export interface Source {
  /** The registry, when it is not the one they are logged in to. */
  from?: string | undefined;
  /** The command that grants all of it, and the one that takes a choice, as far as their options. */
  commands: { all: string; choice: string };
  /** What the lockfile names, when it is trusted; null when it names nothing. */
  locked?: LockedRequest | null | undefined;
}

/**
 * Decides what to grant an extension before it is installed: by the command line, by the lockfile when
 * it is trusted, or by asking the person once for all that is left to ask.
 *
 * @throws SvcError `permissions_not_granted` when this is not a terminal to ask at, or when a trusted
 *   lockfile names something else; `cancelled` on a no
 */
export async function decide(
  context: Deciding,
  question: InstallQuestion,
  { yes, allowRequested, allow }: GrantOptions,
  source: Source,
): Promise<Permissions> {
  const { asked, known, name, removed, request } = question;
  const all = asPermissions(asked);
  const what = whatOf(question, source);
  if (source.locked !== undefined) {
    assertLocked(what, source, question);
    return together(all, allow);
  }
  const lines = questionLines(name, question);
  if (asked.length === 0) {
    const none = request.permissions.length === 0 &&
      (lines.length === 0 || request.mentioned !== undefined);
    const nothing = none ? "asks for no permissions." : "asks for nothing to grant now.";
    if (lines.length > 0 || !known) context.note([`${what} ${nothing}`, ...lines].join("\n"));
    return allow;
  }
  const gone = removed.length === 0 ? [] : ["It no longer asks for:", ...removed.map(indented)];
  const shown = [`${what} ${known ? "now also asks for" : "asks for"}:`, ...lines, ...gone];
  const given = Object.keys(allow).length > 0;
  if (given || yes || allowRequested) {
    context.note(shown.join("\n"));
    const granted = yes || allowRequested ? together(all, allow) : allow;
    if (given) context.note(`Granted: ${grantTexts(granted).join(", ")}`);
    return granted;
  }
  if (!canAsk(context)) throw notGranted(question, lines, source);
  context.note(shown.join("\n"));
  await confirm(context, "Grant these permissions when its methods run?");
  return all;
}

function whatOf({ name, version }: InstallQuestion, { from }: Source): string {
  return `${name} ${version}${from === undefined ? "" : ` from ${from}`}`;
}

function notGranted(
  question: InstallQuestion,
  lines: readonly string[],
  source: Source,
): SvcError {
  const { all, choice } = source.commands;
  const each = question.asked.map((one) => `--allow ${shellWord(grantText(one))}`).join(" ");
  return permissionsNotGranted(
    whatOf(question, source),
    question,
    lines,
    "Grant all of it, or what you choose, or do it on a terminal to be asked:\n" +
      `  ${all} --allow-all-requested\n  ${choice} ${each}`,
  );
}

/** A lockfile is trusted for exactly what was reviewed in it. */
function assertLocked(
  what: string,
  { locked }: Source,
  { request, asked }: InstallQuestion,
): void {
  const { notLocked, notRequested } = requestDifference(locked ?? {}, request);
  if (notLocked.length === 0 && notRequested.length === 0) return;
  if (locked === null && asked.length === 0) return;
  throw new SvcError(
    "permissions_not_granted",
    [
      `${what} asks for other permissions than the lockfile names:`,
      ...notLocked.map((one) => `  + ${one}, which the lockfile does not name`),
      ...notRequested.map((one) => `  - ${one}, which it does not ask for`),
    ].join("\n"),
    {
      hint: "Run 'svc extension install' without --trust-lockfile to be asked, and commit the " +
        "lockfile that it writes.",
    },
  );
}

function indented(line: string): string {
  return `  ${line}`;
}
