import { SvcError } from "@svc/core/error";
import { shellWord } from "@svc/core/text";
import {
  asGrants,
  asPermissions,
  covers,
  type Grant,
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
import { type Answers, answersOf, type GivenOptions } from "../permission/allow.ts";
import { questionLines } from "../permission/question_text.ts";
import type { Carried } from "./carried.ts";

/** What deciding needs of a command's context. */
export type Deciding = Pick<Context, "json" | "host" | "note">;

/** What was said on the command line about an extension that is installed. */
export interface GrantOptions extends Answers {
  /** Skills that are agreed to, by name. */
  skills: readonly string[];
}

/** What `--allow` takes on the commands that install: permissions, and skills as `skill:<name>`. */
export async function grantOptions(options: GivenOptions): Promise<GrantOptions> {
  const isSkill = (text: string) => text.startsWith(SKILL);
  const allow = options.allow.filter((text) => !isSkill(text));
  return {
    ...await answersOf({ ...options, allow }),
    skills: options.allow.filter(isSkill).map((text) => text.slice(SKILL.length)),
  };
}

const SKILL = "skill:";

/** Where an extension comes from, as far as the question goes. */
export interface Source {
  /** The registry, when it is not the one they are logged in to. */
  from?: string | undefined;
  /** The command that grants all of it, and the one that takes a choice, as far as their options. */
  commands: { all: string; choice: string };
  /**
   * True for a command on several extensions: `--allow` then counts for those that ask for nothing
   * else, and what it names for another one is no mistake.
   */
  several?: boolean;
  /** The command that trusts the lockfile, where there is one that could be. */
  trusting?: string;
  /** What the lockfile names, when it is trusted; null when it names nothing. */
  locked?: LockedRequest | null | undefined;
}

/**
 * Decides what to grant an extension before it is installed, and about its skills: by the command line,
 * by the lockfile when it is trusted, or by asking the person once for all that is left to ask.
 *
 * @throws SvcError `permissions_not_granted` with `--yes` and when this is not a terminal to ask at, when
 *   `--allow` names what it does not ask for, and when a trusted lockfile names something else;
 *   `cancelled` on a no
 */
export async function decide(
  context: Deciding,
  question: InstallQuestion,
  carried: Carried,
  { yes, allowRequested, allow, skills }: GrantOptions,
  source: Source,
): Promise<Permissions> {
  const { asked, known, name, removed, request } = question;
  const all = asPermissions(asked);
  const what = whatOf(question, source);
  if (carried.stored !== undefined) context.note(carried.stored);
  if (source.locked !== undefined) {
    assertLocked(what, source, question);
    if (carried.lines.length > 0) context.note(carried.lines.join("\n"));
    return all;
  }
  if (!source.several) assertAskedFor(what, allow, question);
  const given = source.several ? asPermissions(asked.filter((one) => covers(allow, one))) : allow;
  const count = asGrants(given).length;
  const chosen = source.several ? count > 0 && count === asked.length : count > 0;
  const left: Left = {
    permissions: chosen || allowRequested ? [] : asked,
    skills: allowRequested ? [] : carried.skills.filter((one) => !skills.includes(one)),
  };
  const lines = questionLines(name, question);
  if (left.permissions.length + left.skills.length > 0 && (yes || !canAsk(context))) {
    throw notGranted(question, left, { permissions: lines, skills: carried.lines }, source);
  }
  if (asked.length === 0) {
    const none = request.permissions.length === 0 &&
      (lines.length === 0 || request.mentioned !== undefined);
    const nothing = none ? "asks for no permissions." : "asks for nothing to grant now.";
    if (lines.length > 0 || !known) context.note([`${what} ${nothing}`, ...lines].join("\n"));
  } else {
    const gone = removed.length === 0 ? [] : ["It no longer asks for:", ...removed.map(indented)];
    const shown = [`${what} ${known ? "now also asks for" : "asks for"}:`, ...lines, ...gone];
    context.note(shown.join("\n"));
  }
  if (left.permissions.length > 0) {
    await confirm(context, "Grant these permissions when its methods run?");
  }
  if (carried.lines.length > 0) context.note(carried.lines.join("\n"));
  if (left.skills.length > 0) {
    await confirm(context, "Put these skills where coding agents find them?");
  }
  const granted = chosen && !allowRequested ? given : together(all, given);
  if (chosen) context.note(`Granted: ${grantTexts(granted).join(", ")}`);
  return granted;
}

/** What nobody has answered yet. */
interface Left {
  permissions: readonly Grant[];
  skills: readonly string[];
}

/** Refuses what `--allow` names and the extension does not ask for: it would be granted for later. */
export function assertAskedFor(
  what: string,
  allow: Permissions,
  question: { name: string } & AskedFor,
): void {
  const beyond = asGrants(allow).filter((one) => !isAskedFor(one, question));
  if (beyond.length === 0) return;
  const texts = beyond.map(grantText);
  throw new SvcError(
    "permissions_not_granted",
    `${what} does not ask for ${texts.join(", ")}, which --allow names`,
    {
      hint:
        "Leave it out. What an extension may do beyond what it asks for is granted once it is " +
        `here: svc extension grant ${[question.name, ...texts].map(shellWord).join(" ")}`,
    },
  );
}

/** What an extension asks for, and what it was granted. */
interface AskedFor {
  request: {
    permissions: readonly Grant[];
    mentioned?: readonly Grant[];
    computed: readonly Pick<Grant, "kind">[];
  };
  granted: Permissions;
}

/** True for what is asked for, or is a part of it; of a kind that the code computes, for all of it. */
function isAskedFor(one: Grant, { request, granted }: AskedFor): boolean {
  const { permissions, mentioned = [], computed } = request;
  return covers(together(asPermissions([...permissions, ...mentioned]), granted), one) ||
    computed.some(({ kind }) => kind === one.kind);
}

function whatOf({ name, version }: InstallQuestion, { from }: Source): string {
  return `${name} ${version}${from === undefined ? "" : ` from ${from}`}`;
}

function notGranted(
  question: InstallQuestion,
  left: Left,
  lines: { permissions: readonly string[]; skills: readonly string[] },
  source: Source,
): SvcError {
  const { all, choice } = source.commands;
  const each = [...left.permissions.map(grantText), ...left.skills.map((one) => `${SKILL}${one}`)]
    .map((one) => `--allow ${shellWord(one)}`).join(" ");
  const hint = [
    "Grant what you choose, or all of it, or do it on a terminal to be asked:",
    `  ${choice} ${each}`,
    `  ${all} --allow-all-requested`,
    ...(source.trusting === undefined ? [] : [
      "or what the lockfile names, which is reviewed in git:",
      `  ${source.trusting}`,
    ]),
  ].join("\n");
  if (left.permissions.length === 0) {
    return new SvcError("permissions_not_granted", lines.skills.join("\n"), { hint });
  }
  const shown = [...lines.permissions, ...(left.skills.length > 0 ? lines.skills : [])];
  return permissionsNotGranted(whatOf(question, source), question, shown, hint);
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
