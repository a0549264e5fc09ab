// A machine of a team as a process of its own, to be killed: `deno run -A machine.ts ROOT ENDPOINT
// FIRST COUNT`, credentials in the environment. It writes versions under names that the other machine
// writes as well, synchronises after each, and prints every value once it is written.
import type { DatastoreProvider } from "../../packages/runtime/providers/datastore_provider.ts";
import { synchronize } from "../../packages/runtime/datastores/synchronize.ts";
import { repositoryAt } from "../../packages/runtime/repository/repository.ts";
import { writeVersions } from "../../packages/runtime/data/store/write.ts";
import { OWNER, version } from "../../packages/runtime/testing/stored.ts";
import { datastore } from "../../extensions/s3/s3.ts";

/** The extension's datastore as svc asks it. */
function s3Provider(endpoint: string): Pick<DatastoreProvider, "sync"> {
  const provider = datastore.createProvider({ endpoint, bucket: "team", prefix: "machines" });
  return {
    sync(folder) {
      const sync = provider.createSyncService("", folder);
      return { ...sync, markDirty: (path) => sync.markDirty({ relPath: path }) };
    },
  };
}

/** Brings a repository and the bucket together. */
export function synchronizeWith(root: string, endpoint: string) {
  const repository = repositoryAt(root);
  const exchange = `${repository.state}/datastore/s3`;
  return synchronize(repository, { provider: s3Provider(endpoint), exchange });
}

if (import.meta.main) {
  const [root, endpoint, first, count] = Deno.args as [string, string, string, string];
  const repository = repositoryAt(root);
  for (let at = Number(first); at < Number(first) + Number(count); at++) {
    const value = `${root} ${at}`;
    await writeVersions(repository, OWNER, [version(`name-${at % 2}`, value)]);
    await Deno.stdout.write(new TextEncoder().encode(`${value}\n`));
    await synchronizeWith(root, endpoint);
  }
}
