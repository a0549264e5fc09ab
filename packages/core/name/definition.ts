import { SvcError } from "../error/error.ts";
import { isNoName } from "./no_name.ts";
import { nameProblem, visibleName } from "../text/plain.ts";

/** The grammar of a behavior's name (its definition in a repository). */
export const DEFINITION_NAME =
  /^(?=.{1,64}$)(?:@[a-z0-9][a-z0-9_-]*(?:\/[a-z0-9][a-z0-9_-]*)+|[a-z0-9][a-z0-9_-]*)$/;

/**
 * Checks the name of a behavior.
 *
 * @throws SvcError `invalid_name` with what is allowed.
 */
export function assertDefinitionName(name: string): void {
  if (DEFINITION_NAME.test(name) && !isNoName(name)) return;
  throw new SvcError("invalid_name", `'${name}' is not a valid behavior name`, {
    hint:
      "Use 1 to 64 lower-case letters, digits, '-' and '_', beginning with a letter or digit, for example my-repo, or several of these as in @acme/team/my-repo.",
  });
}

/**
 * Checks the name of a data item or of a secret: one path segment, nothing that escapes it. `latest` is
 * a name like any other, unlike in the extension format reference §3.2: its file of that name is below
 * an item's folder, not beside it, and many published extensions write an item called so.
 *
 * @throws SvcError `invalid_name` with what is wrong.
 */
export function assertDataName(name: string): void {
  const problem = name.trim() === ""
    ? "is blank"
    : name === "." || name.includes("..") || /[/\\\0]/.test(name)
    ? "is '.' or contains '..', '/', '\\' or NUL"
    // As file names, all halves of characters are the same three bytes: two names would be one.
    : !name.isWellFormed()
    ? "holds half of a character"
    : nameProblem(name) !== undefined
    ? nameProblem(name)
    : new TextEncoder().encode(name).length > 200
    ? "is longer than 200 bytes"
    : undefined;
  if (problem === undefined) return;
  throw new SvcError(
    "invalid_name",
    `The data name "${visibleName(name.slice(0, 300))}" ${problem}`,
    {
      hint: "Use one plain path segment, for example repo-octocat.",
    },
  );
}
