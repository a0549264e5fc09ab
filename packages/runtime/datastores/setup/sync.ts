import type { Repository } from "../../repository/repository.ts";
import type { ConfiguredDatastore } from "../configuration/configured.ts";
import { type Direction, metered, openAgreed, type UseOptions } from "../session/opened.ts";
import { alone } from "../session/options.ts";
import type { SyncResult } from "../sync_result.ts";

/**
 * Exchanges data with the datastore of a repository.
 *
 * @throws SvcError `datastore_required`, `consent_required`, `datastore_failed`, `timeout`, `cancelled`
 */
export async function syncDatastore(
  repository: Repository,
  direction: Direction,
  options: UseOptions,
): Promise<{ datastore: ConfiguredDatastore; sync: SyncResult }> {
  const { datastore, open } = await openAgreed(repository, options);
  await using _open = open;
  const { phase = alone } = options;
  const sync = await phase(
    "Exchanging data with the datastore",
    (meter) => open.sync(direction, metered(meter)),
  );
  return { datastore, sync };
}
