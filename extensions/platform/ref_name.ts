import { PlatformFailure } from "./failure.ts";
import { ownerPattern } from "./repository_name.ts";

/** Longest name of a branch or tag, in bytes of UTF-8. */
const LONGEST_BYTES = 255;

/** What git allows in no ref name, beside the rules on its ends: see `git check-ref-format`. */
// deno-lint-ignore no-control-regex
const FORBIDDEN: RegExp = /[\u0000-\u0020\u007f~^:?*[\\]|\.\.|@\{|\/\/|\/\.|\.lock(?:\/|$)/;

/** Characters that change how a line is shown: a name with them is not the name people read. */
const INVISIBLE: RegExp = /[\u0080-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/;

/**
 * Checks the short name of a branch or tag before it becomes part of an address: git's own rules,
 * and some names that git would take but that mislead people or programs. Names that the platform
 * refuses, such as 40 hexadecimal digits, are left to it.
 *
 * @param what what the name is of, for example `branch`
 * @returns the name
 * @throws PlatformFailure `refused` that says what is wrong with it
 */
export function checkRefName(name: string, what: "branch" | "tag"): string {
  const wrong = wrongWith(name);
  if (wrong === undefined) return name;
  const shown = JSON.stringify(name.slice(0, 80));
  throw new PlatformFailure("refused", {
    reason: `${shown} is not a valid ${what} name: ${wrong}`,
    hint: "Correct the name",
  });
}

function wrongWith(name: string): string | undefined {
  if (name === "") return "it is empty";
  if (new TextEncoder().encode(name).length > LONGEST_BYTES) {
    return `it is longer than ${LONGEST_BYTES} bytes`;
  }
  if (!name.isWellFormed() || INVISIBLE.test(name)) return "it has invisible characters";
  if (name.startsWith("refs/")) return "write it without 'refs/heads/' or 'refs/tags/'";
  if (name.startsWith("-")) return "it begins with '-'";
  if (name === "@" || name === "HEAD") return "the name is reserved";
  if (FORBIDDEN.test(name) || /^[./]|[./]$/.test(name)) {
    return "see 'git check-ref-format' for valid names";
  }
  return undefined;
}

/** A name of a commit: a branch, a tag or the id of a commit. */
export function checkRevision(name: string): string {
  return /^[0-9a-f]{40}$/i.test(name) ? name : checkRefName(name, "branch");
}

/** Where the changes of a pull request are: a branch, and whose repository has it. */
export interface Head {
  /** Absent when it is the repository that the pull request is opened in. */
  owner?: string;
  branch: string;
}

/**
 * Reads `branch` or `owner:branch`.
 *
 * @throws PlatformFailure `refused` when either half is not valid
 */
export function parseHead(text: string): Head {
  const at = text.indexOf(":");
  if (at < 0) return { branch: checkRefName(text, "branch") };
  const owner = text.slice(0, at);
  if (!ownerPattern.test(owner)) {
    throw new PlatformFailure("refused", {
      reason: `${JSON.stringify(text.slice(0, 80))} is not a head`,
      hint: "Write branch, or owner:branch for a branch of a fork",
    });
  }
  return { owner, branch: checkRefName(text.slice(at + 1), "branch") };
}
