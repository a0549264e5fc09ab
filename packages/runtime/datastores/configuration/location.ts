import { SvcError } from "@svc/core/error";
import { nameProblem } from "@svc/core/text";
import { absolutePath, relativeInside } from "../../base/files/path.ts";
import { ownPath } from "../../repository/links.ts";
import type { Repository } from "../../repository/repository.ts";
import type { Env } from "./named.ts";

/** Longest path of a folder, in characters. */
const LONGEST = 1000;

/** Folders of a repository that have a purpose of their own. */
const TAKEN = [".svc", ".git", "behaviors", "extensions", "vaults"];

/**
 * The absolute folder that a `filesystem` datastore names: absolute, below the home folder (`~/`), or
 * relative to the repository.
 *
 * @param place what names it, for messages
 * @throws SvcError `validation_failed` for a path that cannot be meant: it holds the repository, is in
 *   one of svc's own folders, or has a character that is not seen; `conflict` for a symbolic link inside
 *   the repository
 */
export function datastoreFolder(
  repository: Repository,
  text: string,
  { place, env }: { place: string; env: Env },
): string {
  const wrong = (why: string, hint: string) =>
    new SvcError("validation_failed", `${place}: the path ${why}`, { hint });
  if (text.trim() === "" || text.length > LONGEST) {
    throw wrong(
      "must have 1 to 1000 characters",
      "Name a folder that the other machines see, too.",
    );
  }
  const problem = nameProblem(text);
  if (problem !== undefined) throw wrong(problem, "Write it in characters that are seen.");
  if (/[$`]/.test(text) || /^~(?!\/)/.test(text)) {
    throw wrong(
      `'${text}' has a variable, and svc fills in none`,
      "Write an absolute path, ~/… for your home folder, or a path relative to the repository.",
    );
  }
  const folder = absolutePath(inHome(text, env, wrong), repository.root);
  const inside = relativeInside(repository.root, folder);
  if (folder === repository.root || relativeInside(folder, repository.root) !== undefined) {
    throw wrong(`${folder} holds the repository itself`, "Name a folder of its own.");
  }
  if (inside !== undefined) {
    if (TAKEN.includes(inside.split("/")[0]!.toLowerCase())) {
      throw wrong(
        `${folder} is in a folder of svc or git`,
        inside === ".svc"
          ? "Without a datastore, data is in .svc: 'svc datastore remove' goes back to that."
          : "Name a folder of its own.",
      );
    }
    ownPath(repository.root, inside);
  }
  const { config } = repository;
  if (config !== undefined && (folder === config || relativeInside(config, folder))) {
    throw wrong(`${folder} is in your configuration folder`, "Name a folder of its own.");
  }
  return folder;
}

function inHome(
  text: string,
  env: Env,
  wrong: (why: string, hint: string) => SvcError,
): string {
  if (!text.startsWith("~/")) return text;
  const home = env("HOME");
  if (home?.startsWith("/")) return `${home}/${text.slice(2)}`;
  throw wrong("begins with ~/, and HOME is not set", "Set HOME, or write an absolute path.");
}
