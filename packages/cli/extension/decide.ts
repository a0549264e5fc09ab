import { SvcError } from "@svc/core/error";
import { shellWord } from "@svc/core/text";
import {
  asGrants,
  asPermissions,
  covers,
  type Grant,
  grantText,
  type Permissions,
  permissionsOf,
  together,
} from "@svc/core/permission";
import {
  type InstallQuestion,
  type LockedRequest,
  permissionsNotGranted,
  requestDifference,
} from "@svc/runtime/installed";
import { lineTexts, shortTexts } from "@svc/runtime/policy";
import { canAsk, confirm } from "../frame/ask.ts";
import type { Context } from "../frame/command.ts";
import {
  allowedWithSdks,
  type Answers,
  answersOf,
  type GivenOptions,
} from "../permission/allow.ts";
import { questionLines } from "../permission/question_text.ts";
import { tickLines } from "../permission/tick_lines.ts";
import type { StaticContents } from "./static_contents.ts";

/** What deciding needs of a command's context. */
export type Deciding = Pick<Context, "json" | "host" | "note">;

/** What was said on the command line about an extension that is installed. */
export interface GrantOptions extends Answers {
  /** Skills that are agreed to, by name. */
  skills: readonly string[];
  /** Lines of what is asked for that are answered with a no, as {@linkcode lineTexts} writes them. */
  without: readonly string[];
}

/** What `--allow` takes on the commands that install: permissions, and skills as `skill:<name>`. */
export async function grantOptions(
  options: GivenOptions & { readonly without: readonly string[] },
): Promise<GrantOptions> {
  // Whatever is no permission would leave nothing out.
  await allowedWithSdks(options.without);
  const isSkill = (text: string) => text.startsWith(SKILL);
  const allow = options.allow.filter((text) => !isSkill(text));
  return {
    ...await answersOf({ ...options, allow }),
    skills: options.allow.filter(isSkill).map((text) => text.slice(SKILL.length)),
    without: options.without,
  };
}

const SKILL = "skill:";

/** Where an extension comes from, as far as the question goes. */
export interface Source {
  /** The registry, when it is not the one they are logged in to. */
  from?: string | undefined;
  /** The command that grants all of it, and the one that takes a choice, as far as their options. */
  commands: { all: string; choice: string };
  /** The command for what depends on it and is not installed either, when there is one. */
  then?: string | undefined;
  /**
   * True for a command on several extensions: `--allow` then counts for those that ask for nothing
   * else, and what it names for another one is no mistake.
   */
  several?: boolean;
  /** True for a command on this extension and no other: what `--without` names is meant for it. */
  alone?: boolean;
  /** The command that trusts the lockfile, where there is one that could be. */
  trusting?: string;
  /** What the lockfile names, when it is trusted; null when it names nothing. */
  locked?: LockedRequest | null | undefined;
}

/**
 * Decides what to grant an extension before it is installed, and about its skills: by the command line,
 * by the lockfile when it is trusted, or by asking the person once for all that is left to ask. A line
 * that they leave out is not granted, and keeps nothing from being installed.
 *
 * @throws SvcError `permissions_not_granted` with `--yes` and when this is not a terminal to ask at, when
 *   `--allow` names what it does not ask for, and when a trusted lockfile names something else;
 *   `cancelled` on a no
 */
export async function decide(
  context: Deciding,
  whole: InstallQuestion,
  carried: StaticContents,
  { yes, allowRequested, allow: named, sdks = [], skills, without }: GrantOptions,
  source: Source,
): Promise<Permissions> {
  const isLeftOut = await leavesOut(without);
  const question = { ...whole, asked: whole.asked.filter((one) => !isLeftOut(one)) };
  const { asked, known, name, removed, request } = question;
  const leftOut = whole.asked.filter(isLeftOut);
  const all = asPermissions(asked);
  const what = whatOf(question, source);
  const allow = together(
    named,
    asPermissions(asked.filter(({ sdk }) => sdk !== undefined && sdks.includes(sdk))),
  );
  if (carried.stored !== undefined) context.note(carried.stored);
  if (source.locked !== undefined) {
    assertLocked(what, source, whole);
    if (carried.lines.length > 0) context.note(carried.lines.join("\n"));
    return all;
  }
  if (!source.several) {
    assertAskedFor(what, { allow: named, sdks, without: source.alone ? without : [] }, whole);
  }
  const given = source.several ? asPermissions(asked.filter((one) => covers(allow, one))) : allow;
  const count = asGrants(given).length;
  const chosen = source.several ? count > 0 && count === asked.length : count > 0;
  const left: Left = {
    permissions: chosen || allowRequested ? [] : asked,
    skills: allowRequested ? [] : carried.skills.filter((one) => !skills.includes(one)),
  };
  const lines = questionLines(name, question);
  const answered = left.permissions.length + left.skills.length === 0;
  if (!answered && (yes || !canAsk(context))) {
    throw notGranted(question, left, { permissions: lines, skills: carried.lines }, source);
  }
  const granted = chosen && !allowRequested ? given : together(all, given);
  if (answered && source.several) {
    // The outcome says of each extension what it was granted, on one line.
    if (leftOut.length > 0) context.note(`${what}, left out: ${lineTexts(leftOut).join(", ")}`);
    if (carried.lines.length > 0) context.note(carried.lines.join("\n"));
    return granted;
  }
  if (asked.length === 0) {
    const none = request.permissions.length === 0 &&
      (lines.length === 0 || request.mentioned !== undefined);
    const nothing = none ? "requests no permissions." : "requests no new permissions.";
    if (lines.length > 0 || !known) context.note([`${what} ${nothing}`, ...lines].join("\n"));
  } else {
    const gone = removed.length === 0
      ? []
      : ["It no longer requests:", ...removed.map((line) => `  ${line}`)];
    const shown = [`${what} ${known ? "now also requests" : "requests"}:`, ...lines, ...gone];
    context.note(shown.join("\n"));
  }
  if (leftOut.length > 0) context.note(`Left out: ${lineTexts(leftOut).join(", ")}`);
  const ticked = left.permissions.length === 0
    ? undefined
    : await tickLines(context, "Grant these permissions when its methods run?", asked);
  if (carried.lines.length > 0) context.note(carried.lines.join("\n"));
  if (left.skills.length > 0) {
    await confirm(context, "Install these skills for coding agents?");
  }
  if (ticked !== undefined) return asPermissions(ticked);
  if (chosen) context.note(`Granted: ${shortTexts(granted).join(", ")}`);
  return granted;
}

/** What `--without` is true for. */
async function leavesOut(
  without: readonly string[],
): Promise<(one: Grant & { sdk?: string }) => boolean> {
  const { allow, sdks } = await allowedWithSdks(without);
  return (one) => covers(allow, one) || one.sdk !== undefined && sdks.includes(one.sdk);
}

/** What nobody has answered yet. */
interface Left {
  permissions: readonly (Grant & { sdk?: string })[];
  skills: readonly string[];
}

/** What is named on the command line of what an extension asks for. */
export interface Named {
  allow: Permissions;
  sdks: readonly string[];
  without: readonly string[];
}

/**
 * Refuses what `--allow` names and the extension does not ask for: it would be granted for later. What
 * `--without` names and is not left to ask would not be left out.
 */
export function assertAskedFor(
  what: string,
  { allow, sdks, without }: Named,
  question: { name: string } & AskedFor,
): void {
  const { granted, request: { permissions } } = question;
  const hasSdk = (name: string) => permissions.some(({ sdk }) => sdk === name);
  const meant = (text: string) =>
    permissions.filter((one) =>
      text.startsWith("sdk:")
        ? one.sdk === text.slice("sdk:".length)
        : covers(permissionsOf([text]), one)
    );
  const taken = without.find((text) => meant(text).some((one) => covers(granted, one)));
  if (taken !== undefined) {
    throw new SvcError("invalid_argument", `You granted ${taken} to ${question.name} before`, {
      hint: `Revoke it: svc extension revoke ${shellWord(question.name)} ${shellWord(taken)}`,
    });
  }
  const missed = without.find((text) => meant(text).length === 0);
  if (missed !== undefined) {
    throw new SvcError(
      "invalid_argument",
      `${what} does not request ${missed}, given with --without`,
      { hint: `Remove it. It requests ${lineTexts(permissions).join(", ") || "nothing"}.` },
    );
  }
  const beyond = asGrants(allow).filter((one) => !isAskedFor(one, question));
  const texts = [
    ...beyond.map(grantText),
    ...sdks.filter((name) => !hasSdk(name)).map((name) => `sdk:${name}`),
  ];
  if (texts.length === 0) return;
  throw new SvcError(
    "permissions_not_granted",
    `${what} does not request ${texts.join(", ")}, given with --allow`,
    {
      hint: "Leave it out. Permissions beyond the requested ones can be granted once it is " +
        `here: svc extension grant ${[question.name, ...texts].map(shellWord).join(" ")}`,
    },
  );
}

/** What an extension asks for, and what it was granted. */
interface AskedFor {
  request: {
    permissions: readonly (Grant & { sdk?: string })[];
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
  const grants = [...lineTexts(left.permissions), ...left.skills.map((one) => `${SKILL}${one}`)];
  const hint = [
    grantingHint([allowing(choice, grants)], all),
    ...(source.trusting === undefined ? [] : [
      "or those of the lockfile, which is reviewed in git:",
      `  ${source.trusting}`,
    ]),
    ...(source.then === undefined ? [] : ["then its dependents:", `  ${source.then}`]),
  ].join("\n");
  if (left.permissions.length === 0) {
    return new SvcError("permissions_not_granted", lines.skills.join("\n"), { hint, grants });
  }
  const shown = [...lines.permissions, ...(left.skills.length > 0 ? lines.skills : [])];
  return permissionsNotGranted(whatOf(question, source), question, shown, { hint, grants });
}

/** How to grant what was refused: commands that take a choice, and the one that grants all of it. */
export function grantingHint(choices: readonly string[], all: string): string {
  return [
    "Grant chosen permissions or all of them, or run the command in a terminal to be prompted:",
    ...choices.map((one) => `  ${one}`),
    `  ${all} --allow-all-requested`,
  ].join("\n");
}

/** A command with what it is to grant. */
export function allowing(command: string, grants: readonly string[]): string {
  return [command, ...grants.map((one) => `--allow ${shellWord(one)}`)].join(" ");
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
      `${what} requests other permissions than the lockfile lists:`,
      ...notLocked.map((one) => `  + ${one}, not in the lockfile`),
      ...notRequested.map((one) => `  - ${one}, not requested`),
    ].join("\n"),
    {
      hint: "Run 'svc extension install' without --trust-lockfile to be prompted, and commit the " +
        "updated lockfile.",
    },
  );
}
