import { repositoryAt } from "../repository/repository.ts";
import type { Repository } from "../repository/repository.ts";
import { assertDataName } from "@svc/core/name";
import { commit } from "../data/store/commit.ts";
import {
  type DataOwner,
  highestGiven,
  itemFolder,
  namesIn,
  ownerFolder,
  versionsIn,
} from "../data/store/folder.ts";
import { recover } from "../data/store/recover.ts";
import type { NewData } from "../data/store/item.ts";
import { JOURNAL } from "../data/store/journal.ts";
import { readContent, readMetadata } from "../data/store/versions.ts";
import { temporaryFolder } from "./extension.ts";

/** An owner of data for tests. */
export const OWNER: DataOwner = { type: "@acme/thing", id: "0d7c2f6e-0000-4000-8000-000000000000" };

/** What a test writes under a name. */
export function newData(name: string, more: Partial<NewData> = {}): NewData {
  return {
    name,
    contentType: "application/json",
    lifetime: "infinite",
    garbageCollection: 100,
    streaming: false,
    tags: { type: "resource", specName: "thing", modelName: "hello" },
    ownerDefinition: { ownerType: "model-method", ownerRef: OWNER.id },
    lifecycle: "active",
    ...more,
  };
}

/** A version with a value as its content. */
export function version(name: string, value: unknown, more: Partial<NewData> = {}) {
  return { data: newData(name, more), content: bytes(value) };
}

/** A value as the bytes of its JSON. */
export function bytes(value: unknown): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(value));
}

/** A repository that is nothing but a folder. */
export async function emptyRepository(): Promise<AsyncDisposable & { repository: Repository }> {
  const folder = await temporaryFolder();
  return {
    repository: repositoryAt(folder.path),
    [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
  };
}

/** All versions in the folders, by name and number: content and, when it is not active, lifecycle. */
export async function stored(
  repository: Repository,
  owner: DataOwner = OWNER,
): Promise<Record<string, Record<number, unknown>>> {
  const folder = ownerFolder(repository, owner);
  const all: Record<string, Record<number, unknown>> = {};
  for (const name of namesIn(folder)) {
    const versions = versionsIn(`${folder}/${name}`);
    for (const number of versions) {
      const metadata = await readMetadata(`${folder}/${name}`, number);
      if (metadata === undefined) throw new Error(`${name}/${number} has no metadata`);
      const raw = await readContent(repository, owner, metadata);
      (all[name] ??= {})[number] = JSON.parse(new TextDecoder().decode(raw));
    }
    if (versions.length === 0) continue;
    const latest = await Deno.readTextFile(`${folder}/${name}/latest`);
    if (Number(latest) !== versions.at(-1)) throw new Error(`latest of ${name} is ${latest}`);
  }
  return all;
}

/** A behavior's file, of a type that nobody has; its data is what `owner` says. */
export async function writeBehavior(
  repository: Repository,
  name: string,
  owner: DataOwner = OWNER,
): Promise<void> {
  const folder = `${repository.root}/behaviors/${owner.type}`;
  await Deno.mkdir(folder, { recursive: true });
  const text = JSON.stringify({ type: owner.type, id: owner.id, name });
  await Deno.writeTextFile(`${folder}/${name}.yaml`, text);
}

/** Makes the journal in a folder look as if the machine had been started since. */
export async function startAnew(folder: string): Promise<void> {
  const text = await Deno.readTextFile(`${folder}/${JOURNAL}`);
  await Deno.writeTextFile(
    `${folder}/${JOURNAL}`,
    text.replace(/^svc-journal 1 \S+/, "svc-journal 1 x"),
  );
}

/**
 * Deletes a version, or all of a name, with the store's own steps. Its numbers stay used. Call under
 * the definition's lock.
 *
 * @returns how many versions went
 */
export async function deleteVersions(
  repository: Repository,
  owner: DataOwner,
  name: string,
  version?: number,
): Promise<number> {
  assertDataName(name);
  const folder = itemFolder(repository, owner, name);
  await recover(ownerFolder(repository, owner));
  const present = versionsIn(folder);
  const versions = version === undefined ? present : present.filter((number) => number === version);
  if (versions.length === 0) return 0;
  const highest = highestGiven(folder, present);
  commit(ownerFolder(repository, owner), [{ op: "remove", name, versions, highest }]);
  return versions.length;
}
