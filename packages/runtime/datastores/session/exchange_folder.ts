import { ownPath } from "../../repository/links.ts";
import type { Repository } from "../../repository/repository.ts";

/**
 * The folder through which data is exchanged with a datastore: another one for each, so that what is
 * known of one is never taken for another.
 *
 * @param key of its configuration
 * @throws SvcError `conflict` where a symbolic link is in its place
 */
export function exchangeFolder({ root }: Repository, key: string): string {
  return ownPath(root, `.svc/datastore/${key}`);
}
