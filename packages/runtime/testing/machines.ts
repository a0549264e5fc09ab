import { filesystemDatastore } from "../datastores/filesystem/datastore.ts";
import type { SyncResult } from "../datastores/sync_result.ts";
import { synchronize, type SyncOptions } from "../datastores/synchronize.ts";
import type { Repository } from "../repository/repository.ts";
import { itemFolder, namesIn, ownerFolder, versionsIn } from "../data/store/folder.ts";
import type { DataMetadata, NewData, Written } from "../data/store/item.ts";
import { recoverForReading } from "../data/store/recover.ts";
import { readContent, readMetadata } from "../data/store/versions.ts";
import { writeVersions } from "../data/store/write.ts";
import { temporaryFolder } from "./extension.ts";
import { emptyRepository, OWNER, stored, version } from "./stored.ts";

/** A repository that shares its data with others, through a store that is a folder. */
export interface Machine {
  repository: Repository;
  exchange: string;
  /** Adds versions of an item of {@linkcode OWNER}. */
  write(name: string, ...values: unknown[]): Promise<DataMetadata[]>;
  sync(more?: Partial<SyncOptions>): Promise<SyncResult>;
  /** As `stored`. */
  data(): ReturnType<typeof stored>;
  /** All versions by id. */
  versions(): Promise<Map<string, MachineVersion>>;
  /** The id of the latest version of an item. */
  latest(name: string): Promise<string | undefined>;
}

/** What a version is on one machine. */
export interface MachineVersion {
  name: string;
  number: number;
  tags: Record<string, string>;
  content: string;
  written: Written | undefined;
}

/** So many machines and their store, a folder that is empty. */
export async function sharingMachines(count: number, more: Partial<NewData> = {}) {
  const stack = new AsyncDisposableStack();
  const store = stack.use(await temporaryFolder());
  const all: Machine[] = [];
  for (let index = 0; index < count; index++) {
    const { repository } = stack.use(await emptyRepository());
    const exchange = `${repository.state}/datastore/shared`;
    all.push({
      repository,
      exchange,
      write: (name, ...values) =>
        writeVersions(repository, OWNER, values.map((value) => version(name, value, more))),
      sync: (options = {}) =>
        synchronize(repository, {
          provider: filesystemDatastore({ path: store.path }),
          exchange,
          ...options,
        }),
      data: () => stored(repository),
      versions: () => versionsById(repository),
      latest: async (name) => {
        await recoverForReading(repository, OWNER);
        const item = itemFolder(repository, OWNER, name);
        const number = versionsIn(item).at(-1);
        return number === undefined ? undefined : (await readMetadata(item, number))?.id;
      },
    });
  }
  return { store: store.path, all, [Symbol.asyncDispose]: () => stack.disposeAsync() };
}

async function versionsById(repository: Repository): Promise<Map<string, MachineVersion>> {
  // As every reader of svc does: a killed sync may have left a commit half way.
  await recoverForReading(repository, OWNER);
  const folder = ownerFolder(repository, OWNER);
  const all = new Map<string, MachineVersion>();
  for (const name of namesIn(folder)) {
    for (const number of versionsIn(`${folder}/${name}`)) {
      const metadata = (await readMetadata(`${folder}/${name}`, number))!;
      if (all.has(metadata.id)) throw new Error(`${metadata.id} is here twice`);
      const content = new TextDecoder().decode(await readContent(repository, OWNER, metadata));
      const { tags, written } = metadata;
      all.set(metadata.id, { name, number, tags, content, written });
    }
  }
  return all;
}
