import { parseRepositoryName, type RepositoryName } from "../../platform/repository_name.ts";
import type { LedgerArguments } from "../context/context.ts";

/** The repository that the ledger is about; null when its behavior names none, or only half. */
export function ownRepository(
  { owner, repo }: Pick<LedgerArguments, "owner" | "repo">,
): RepositoryName | null {
  if (repo === undefined || owner === undefined && !repo.includes("/")) return null;
  return parseRepositoryName(repo, owner);
}
