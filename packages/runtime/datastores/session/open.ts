import { lazily } from "@svc/core/module";
import type { DatastoreProvider } from "../../providers/datastore_provider.ts";
import type { Repository } from "../../repository/repository.ts";
import { secretReader } from "../../providers/vaults/reader.ts";
import { type DatastoreConfiguration, isFilesystem } from "../configuration/configuration.ts";
import { withReadings } from "../configuration/expressions.ts";
import type { DatastoreTools, OpenOptions } from "./tools.ts";

/** The real tools; each is loaded when it is needed. */
export function defaultTools(): DatastoreTools {
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
