import { type FailureCode, type FailureParts, PlatformFailure } from "../failure.ts";
import { terminalLine } from "../terminal.ts";

/** What git says, and what it means. The first row that fits counts. */
const MEANINGS: readonly [RegExp, FailureCode, FailureParts][] = [
  [/dubious ownership/, "refused", {
    reason: "the repository belongs to another user of this machine, so git does not use it",
    hint: "Use another folder, or change the folder's owner",
  }],
  [/fsck error|fsck failed|did not receive expected object/, "refused", {
    reason: "the repository has an object that git does not accept",
    hint: "Nothing was fetched. Ask the repository's owner to repair it with 'git fsck'",
  }],
  [/No space left on device|Disk quota exceeded|File too large/, "git_failed", {
    reason: "the disk is full",
    hint: "Free some space, then run again: nothing was lost",
  }],
  [
    /Authentication failed|could not read (?:Username|Password)|returned error: 401/i,
    "unauthorized",
    {
      reason: "refused, the token is missing, not valid, or lacks a permission",
      hint: "Give a token that can read and, for a push, write the repository's contents",
    },
  ],
  [/returned error: 403|Permission .*denied/i, "forbidden", {}],
  [
    /repository .* not found|does not appear to be a git repository|returned error: 404/i,
    "not_found",
    {},
  ],
  [/redirect|returned error: 30\d/i, "moved", {}],
  [/stale info|non-fast-forward|fetch first|\[(?:remote )?rejected\]/, "conflict", {
    reason: "refused, the branch has moved, or a rule forbids the push",
    hint: "Run again; if it fails again, check the branch's rules",
  }],
  [
    /Could not resolve host|unable to access|Connection (?:refused|timed out|reset)|early EOF/i,
    "unavailable",
    {},
  ],
];

/**
 * A failed call of git in words, with the line git itself wrote and without any secret.
 *
 * @param command what was called, for example `fetch`
 * @param secrets what must not be repeated
 */
export async function gitFailure(
  command: string,
  code: number,
  stderr: string,
  secrets: readonly string[],
): Promise<PlatformFailure> {
  const text = secrets.reduce((shown, secret) => shown.replaceAll(secret, "***"), stderr);
  const lock = /Unable to create '(.+\.lock)': File exists/.exec(text)?.[1];
  if (lock !== undefined) return await leftLock(command, lock);
  const line = sayingLine(text);
  for (const [pattern, meaning, parts] of MEANINGS) {
    if (!pattern.test(text)) continue;
    const failure = new PlatformFailure(meaning, parts);
    const [reason] = failure.reason.split(". ");
    return new PlatformFailure(meaning, {
      ...parts,
      reason: `git ${command}: ${reason} ("${line}")`,
    });
  }
  return new PlatformFailure("git_failed", {
    reason: `git ${command} ended with ${code}: ${line}`,
  });
}

/** A lock is never deleted here: another git may still hold it. */
async function leftLock(command: string, path: string): Promise<PlatformFailure> {
  return new PlatformFailure("conflict", {
    reason: `git ${command} found the lock ${terminalLine(path)}${await ageOf(path)}`,
    hint: "If no other git is running there, remove that file",
  });
}

async function ageOf(path: string): Promise<string> {
  try {
    const { mtime } = await Deno.stat(path);
    if (mtime === null) return "";
    return `, ${Math.max(0, Math.round((Date.now() - mtime.getTime()) / 60_000))} minutes old`;
  } catch {
    return "";
  }
}

/** The line in which git says what went wrong: the last that begins with one of its words. */
function sayingLine(text: string): string {
  const lines = text.split("\n").map((line) => line.trim()).filter((line) => line !== "");
  const saying = lines.find((line) => /^error: object [0-9a-f]+: /.test(line)) ??
    lines.findLast((line) => /^(?:fatal|error|remote|CONFLICT| ?!)/.test(line));
  return terminalLine(saying ?? lines.at(-1) ?? "without a message").slice(0, 200);
}
