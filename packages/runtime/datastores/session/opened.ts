import { SvcError } from "@svc/core/error";
import { allDefinitions } from "../../repository/definitions/find.ts";
import type { DatastoreProvider } from "../../providers/datastore_provider.ts";
import type { Repository } from "../../repository/repository.ts";
import { assertAgreed } from "../configuration/agreement.ts";
import { type ConfiguredDatastore, configuredDatastore } from "../configuration/configured.ts";
import type { Env } from "../configuration/named.ts";
import { bounded, type DatastoreLimits, datastoreLimits } from "./limits.ts";
import type { PhaseMeter, ShareOptions } from "./options.ts";
import type { SyncResult } from "../sync_result.ts";
import type { SyncOptions } from "../synchronize.ts";
import { ownPath } from "../../repository/links.ts";
import { lazily } from "@svc/core/module";
import { secretReader } from "../../providers/vaults/reader.ts";
import { type DatastoreConfiguration, isFilesystem } from "../configuration/configuration.ts";
import { withReadings } from "../configuration/expressions.ts";
import type { DatastoreTools, OpenOptions } from "./tools.ts";

/** What a command on a datastore goes by. */
export type UseOptions = Omit<ShareOptions, "offline"> & {
  /** Milliseconds that one direction of a sync may take. */
  timeoutMs?: number | undefined;
};

/** A datastore that is open, with what was asked of it so far. */
export interface OpenDatastore extends AsyncDisposable {
  provider: DatastoreProvider;
  limits: DatastoreLimits;
  /** @param which ids of the `behaviors` to sync, default all; see {@linkcode SyncOptions} */
  sync(direction: Direction, which?: Which): Promise<SyncResult>;
}

/** What of the data goes; that of behaviors which are not here is left in the store unless told. */
export type Which = Pick<SyncOptions, "behaviors" | "unknown" | "onProgress">;

/** Tells a meter how many behaviors of how many are merged. */
export function metered(meter: PhaseMeter | undefined): Pick<SyncOptions, "onProgress"> {
  if (meter === undefined) return {};
  return {
    onProgress({ done, total }) {
      if (total === undefined) return;
      if (done === 0) meter.all(total);
      else meter.more(1);
    },
  };
}

/** Which way data goes: from the datastore, to it, or both. */
export type Direction = "pull" | "push" | "both";

const WHAT: Readonly<Record<Direction, string>> = {
  pull: "give its data",
  push: "take the data",
  both: "exchange the data",
};

/** Opens a datastore that the person has agreed to. */
export async function openFor(
  repository: Repository,
  { configuration, key }: Omit<ConfiguredDatastore, "source">,
  options: UseOptions,
): Promise<OpenDatastore> {
  const { env, signal, onGrant, tools = defaultTools() } = options;
  const limits = datastoreLimits(options.env, options.timeoutMs);
  const exchange = ownPath(repository.root, `.svc/datastore/${key}`);
  const provider = await tools.open(repository, configuration, { exchange, env, signal, onGrant });
  return {
    provider,
    limits,
    sync: async (direction, which) => {
      const what = WHAT[direction];
      const milliseconds = direction === "both" ? 2 * limits.syncMs : limits.syncMs;
      const result = await bounded(
        { what, milliseconds, signal },
        (signal) =>
          tools.synchronize(repository, {
            provider,
            exchange,
            direction,
            unknown: "leave",
            ...which,
            signal,
          }),
      );
      return await withNames(repository, result);
    },
    [Symbol.asyncDispose]: () => provider[Symbol.asyncDispose](),
  };
}

/** The result with the names of behaviors in place of their ids, where they have a file here. */
async function withNames(repository: Repository, result: SyncResult): Promise<SyncResult> {
  const { renumbered, overtaken, ahead, busy } = result;
  if (renumbered.length + overtaken.length + ahead.length + busy.length === 0) return result;
  const names = new Map(
    (await allDefinitions(repository)).map(({ definition: { id, name } }) => [id, name]),
  );
  const nameOf = (id: string) => names.get(id) ?? id;
  return {
    ...result,
    renumbered: renumbered.map((one) => ({ ...one, behavior: nameOf(one.behavior) })),
    overtaken: overtaken.map((one) => ({ ...one, behavior: nameOf(one.behavior) })),
    ahead: ahead.map((one) => ({ ...one, behavior: nameOf(one.behavior) })),
    busy: busy.map(nameOf),
  };
}

/**
 * The datastore of a repository.
 *
 * @throws SvcError `datastore_required` without one
 */
export async function requiredDatastore(
  repository: Repository,
  env: Env,
): Promise<ConfiguredDatastore> {
  const found = await configuredDatastore(repository, env);
  if (found !== undefined) return found;
  throw new SvcError(
    "datastore_required",
    "No datastore is set up for this repository: its data stays on this machine",
    {
      hint:
        "Share it through a folder that others can reach: 'svc datastore setup filesystem --path " +
        "<folder>'; or through a store: 'svc datastore setup extension <type>'.",
    },
  );
}

/** Opens the datastore of a repository, once the person agrees to it. */
export async function openAgreed(
  repository: Repository,
  options: UseOptions,
): Promise<{ datastore: ConfiguredDatastore; open: OpenDatastore }> {
  const datastore = await requiredDatastore(repository, options.env);
  await assertAgreed(repository, datastore, options.onAgree);
  return { datastore, open: await openFor(repository, datastore, options) };
}

/** The real tools; each is loaded when it is needed. */
function defaultTools(): DatastoreTools {
  return {
    open: openDatastore,
    async synchronize(repository, options) {
      const { synchronize } = await lazily<typeof import("../synchronize.ts")>(
        import.meta,
        "../synchronize.ts",
      );
      return await synchronize(repository, options);
    },
  };
}

/**
 * Opens a datastore. svc itself answers for a folder; every other type runs in a sandbox.
 *
 * @throws SvcError `unknown_type` with how to pull it; `consent_required`; `validation_failed` for a
 *   configuration that the type refuses; `datastore_failed`
 */
async function openDatastore(
  repository: Repository,
  configuration: DatastoreConfiguration,
  options: OpenOptions,
): Promise<DatastoreProvider> {
  if (isFilesystem(configuration)) {
    const { filesystemDatastore } = await lazily<typeof import("../filesystem/datastore.ts")>(
      import.meta,
      "../filesystem/datastore.ts",
    );
    return filesystemDatastore(configuration);
  }
  const { openDatastoreProvider } = await lazily<typeof import("../../providers/datastore.ts")>(
    import.meta,
    "../../providers/datastore.ts",
  );
  const { type, config: written } = configuration;
  const { env, signal, onGrant } = options;
  await using reader = secretReader(repository, { signal, onGrant });
  const { config, secrets } = await withReadings(written, {
    env,
    secret: ({ vault, key }) => reader.get(vault, key),
  });
  return await openDatastoreProvider(repository, { type, config, written, secrets }, options);
}
