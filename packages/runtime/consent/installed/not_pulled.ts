import { lstatIfPresent } from "../../base/files/read.ts";
import { normalizeType } from "@svc/core/type";
import type { Repository } from "../../repository/repository.ts";
import { listInstalled } from "./list.ts";
import { extensionFolder } from "./folders.ts";

/** More extensions than this are counted rather than named. */
const MOST_NAMED = 3;

/**
 * How to get a type of an extension that the lockfile names and that is not here, as in each new clone.
 *
 * @returns a hint; undefined when no such extension is of the type's collective
 */
export async function notPulledHint(
  repository: Repository,
  type: string,
): Promise<string | undefined> {
  // What is wrong with a lockfile is told where it is used; here it is about the type.
  const named = await listInstalled(repository).catch(() => []);
  const missing = [];
  for (const { name } of named) {
    if (collectiveOf(name) !== collectiveOf(type)) continue;
    if (!await lstatIfPresent(`${repository.root}/${extensionFolder(name)}`)) missing.push(name);
  }
  if (missing.length === 0) return undefined;
  const are = missing.length === 1 ? "is" : "are";
  const which = missing.length > MOST_NAMED
    ? `${missing.length} extensions`
    : missing.join(" and ");
  return `${which} of this repository ${are} not here yet: run 'svc extension install'.`;
}

function collectiveOf(name: string): string | undefined {
  return normalizeType(name).replace(/^@/, "").split("/")[0];
}
