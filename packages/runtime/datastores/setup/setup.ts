import { isSvcError, SvcError } from "@svc/core/error";
import type { Repository } from "../../repository/repository.ts";
import {
  datastoreText,
  forgetAgreement,
  isAgreed,
  recordAgreement,
} from "../configuration/agreement.ts";
import {
  type DatastoreConfiguration,
  keyOf,
  parseDatastore,
} from "../configuration/configuration.ts";
import { type ConfiguredDatastore, markedDatastore } from "../configuration/configured.ts";
import { writeMarkerDatastore } from "../configuration/marker.ts";
import { metered, openFor, requiredDatastore, type UseOptions } from "../session/opened.ts";
import { alone } from "../session/options.ts";
import type { SyncResult } from "../sync_result.ts";
import { tryDatastore } from "./check.ts";

/** How a datastore is set up or left. */
export type ChangeOptions = UseOptions & {
  /** Goes on when the present datastore cannot be reached: what only it has stays there. */
  force?: boolean | undefined;
};

/**
 * Shares the data of a repository through a datastore from now on. The store is tried first, then all
 * data is exchanged, also with the datastore before it; then the marker names it. Whatever goes wrong or
 * is killed before that leaves the marker as it was, and doing it again goes on from there. Setting up
 * what the marker names already is how a further person joins.
 *
 * @param written what the marker will say
 * @returns with what was in use before, when it was another one
 * @throws SvcError `validation_failed`, `datastore_failed`, `timeout`, `cancelled`, `lock_timeout`
 */
export async function setupDatastore(
  repository: Repository,
  written: DatastoreConfiguration,
  options: ChangeOptions,
) {
  const at = { place: "The datastore", env: options.env };
  const configuration = parseDatastore(repository, written, at);
  const datastore: ConfiguredDatastore = {
    configuration,
    source: ".svc.yaml",
    key: await keyOf(configuration),
  };
  const before = await markedDatastore(repository, options.env);
  const other = before !== undefined && before.key !== datastore.key ? before : undefined;
  const { phase = alone, signal } = options;
  await using open = await openFor(repository, datastore, options);
  await phase("Trying the datastore", () => tryDatastore(open, signal));
  if (other !== undefined) await fetchAll(repository, other, options);
  const sync = await phase(
    "Exchanging data with the datastore",
    (meter) => open.sync("both", metered(meter)),
  );
  await recordAgreement(repository, datastore);
  const markerChanged = before?.key !== datastore.key &&
    await writeMarkerDatastore(repository, written);
  if (other !== undefined) await forgetAgreement(repository, other);
  return { datastore, before: other?.configuration, sync, markerChanged };
}

/** Brings here what the datastore has that is about to be left. */
async function fetchAll(
  repository: Repository,
  datastore: ConfiguredDatastore,
  options: ChangeOptions,
): Promise<SyncResult | undefined> {
  const { phase = alone, onWarning } = options;
  const name = datastoreText(datastore.configuration);
  if (!await isAgreed(repository, datastore)) {
    onWarning(`Nothing was fetched from ${name}: you have not agreed to it`);
    return undefined;
  }
  try {
    await using open = await openFor(repository, datastore, options);
    const pulled = await phase(
      "Fetching from the datastore before",
      (meter) => open.sync("pull", { unknown: "take", ...metered(meter) }),
    );
    const [refused] = pulled.refused;
    if (refused === undefined) return pulled;
    throw new SvcError(
      "datastore_failed",
      `${pulled.refused.length} files there were refused: ${refused.path}: ${refused.why}`,
    );
  } catch (error) {
    if (!isSvcError(error) || error.code === "cancelled") throw error;
    if (options.force) {
      onWarning(`Data that is only in ${name} stays there: ${error.message}`);
      return undefined;
    }
    throw new SvcError(
      error.code,
      `Not all data could be fetched from ${name}: ${error.message}`,
      {
        hint:
          "Nothing was changed. Try again when it works, or add --force to leave data that is " +
          "only there.",
        cause: error,
      },
    );
  }
}

/**
 * Keeps the data of a repository in `.svc` alone from now on. All that the datastore has is fetched
 * first; the store itself stays as it is.
 *
 * @returns what was fetched from it; undefined when it was not asked
 * @throws SvcError `datastore_required` without one; as `setupDatastore`
 */
export async function removeDatastore(
  repository: Repository,
  options: ChangeOptions,
) {
  const marked = await markedDatastore(repository, options.env);
  if (marked === undefined) {
    const { source } = await requiredDatastore(repository, options.env);
    throw new SvcError("conflict", `The datastore is set by ${source}, not by .svc.yaml`, {
      hint: "Run 'unset SVC_DATASTORE' to store data on this machine again.",
    });
  }
  const sync = await fetchAll(repository, marked, options);
  await writeMarkerDatastore(repository, undefined);
  await forgetAgreement(repository, marked);
  return { before: marked.configuration, sync };
}
