import { instanceName } from "../../platform/names.ts";
import type { RepositoryName } from "../../platform/repository_name.ts";

/** What a ledger without a repository has in its place: no owner's name begins like that. */
const NONE: RepositoryName = { owner: "_", repo: "_" };

/**
 * The name of a document of the ledger, by reference 1.6.
 *
 * @param spec in lower case
 * @param repository the repository that the document is about; null when it is about none
 */
export function documentName(
  spec: string,
  repository: RepositoryName | null,
  ...parts: string[]
): string {
  return instanceName(spec, repository ?? NONE, ...parts);
}
