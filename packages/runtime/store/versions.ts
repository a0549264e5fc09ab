import { assertDataName } from "@svc/core/name";
import { SvcError } from "@svc/core/error";
import { sha256Hex } from "../files/digest.ts";
import { listFolder, readTextIfPresent } from "../files/read.ts";
import { syncFolder, writeAtomic, writeDurable } from "../files/write.ts";
import { ownPath } from "../repository/links.ts";
import type { Repository } from "../repository/repository.ts";
import type { DataMetadata, NewData } from "./item.ts";
import { durationMs } from "./lifetime.ts";
import { parseMetadata } from "./metadata.ts";

/** A definition's data: what its runs write, by name and version. */
export interface DataOwner {
  /** Normalized type. */
  type: string;
  /** Id of the definition. */
  id: string;
}

/** Highest version number ever given to a name whose newest versions were deleted. */
const HIGH_WATER = ".last";

/**
 * The folder of a definition's data.
 *
 * @throws SvcError `conflict` where a symbolic link is in its place, as every function here.
 */
export function ownerFolder(repository: Repository, owner: DataOwner): string {
  return ownPath(repository.root, `.svc/data/${owner.type}/${owner.id}`);
}

/** The folder of a data item, whether it exists or not. `name` is a plain path segment. */
export function itemFolder(repository: Repository, owner: DataOwner, name: string): string {
  return ownPath(ownerFolder(repository, owner), name);
}

/** The file that holds the content of a version. */
export function contentFile(
  repository: Repository,
  owner: DataOwner,
  name: string,
  version: number,
): string {
  return ownPath(itemFolder(repository, owner, name), `${version}/raw`);
}

/** The folder of one version, whether it exists or not. */
export function versionFolder(
  repository: Repository,
  owner: DataOwner,
  name: string,
  version: number,
): string {
  return ownPath(itemFolder(repository, owner, name), `${version}`);
}

/** Writes the content of a version to a file that does not exist yet, durably. */
export type ContentWriter = (path: string) => Promise<{ size: number; checksum: string }>;

/**
 * Adds a version of a data item. It is written aside, made durable, then renamed into place, so that
 * a version is whole or absent; its number is never given again. Call under the definition's lock.
 *
 * @throws SvcError `invalid_name` for a name that is no plain path segment; `disk_full`.
 */
export async function writeVersion(
  repository: Repository,
  owner: DataOwner,
  data: NewData,
  content: Uint8Array | ContentWriter,
): Promise<DataMetadata> {
  assertDataName(data.name);
  const folder = itemFolder(repository, owner, data.name);
  const aside = `${folder}/.${crypto.randomUUID()}.tmp`;
  try {
    await Deno.mkdir(aside, { recursive: true });
    const raw = `${aside}/raw`;
    const { size, checksum } = typeof content === "function"
      ? await content(raw)
      : { size: content.length, checksum: await sha256Hex(content) };
    const version = await highestVersion(folder) + 1;
    const metadata: DataMetadata = {
      id: crypto.randomUUID(),
      ...data,
      version,
      createdAt: new Date().toISOString(),
      size,
      checksum,
    };
    await Promise.all([
      ...(typeof content === "function" ? [] : [writeDurable(raw, content)]),
      writeDurable(`${aside}/metadata.yaml`, `${JSON.stringify(metadata, null, 2)}\n`),
    ]);
    await Deno.rename(aside, `${folder}/${version}`);
    await syncFolder(folder);
    await pointLatest(folder, version);
    await collect(folder, version, data.garbageCollection);
    return metadata;
  } catch (error) {
    await Deno.remove(aside, { recursive: true }).catch(() => {});
    if (error instanceof Error && "code" in error && error.code === "ENOSPC") {
      throw new SvcError("disk_full", `The disk is full; ${data.name} was not written`, {
        hint: "Free some space and run the method again. Earlier versions are untouched.",
        cause: error,
      });
    }
    throw error;
  }
}

/** The numbers of the versions present, ascending. */
export async function versionsOf(folder: string): Promise<number[]> {
  return (await listFolder(folder))
    .filter((entry) => entry.isDirectory && /^[1-9]\d*$/.test(entry.name))
    .map((entry) => Number(entry.name))
    .sort((a, b) => a - b);
}

/** The newest version of the item in `folder`, or undefined when there is none. */
export async function latestVersion(folder: string): Promise<number | undefined> {
  const versions = await versionsOf(folder);
  return versions.at(-1);
}

/**
 * The metadata of one version, or undefined when it is gone or is none. Name and version are those of
 * its folders: the text may have come with the repository, and they lead to files.
 */
export async function readMetadata(
  folder: string,
  version: number,
): Promise<DataMetadata | undefined> {
  const text = await readTextIfPresent(ownPath(folder, `${version}/metadata.yaml`));
  if (text === undefined) return undefined;
  const metadata = await parseMetadata(text);
  if (metadata === undefined) return undefined;
  return { ...metadata, name: folder.slice(folder.lastIndexOf("/") + 1), version };
}

/** The names of a definition's data items, sorted. */
export async function dataNames(repository: Repository, owner: DataOwner): Promise<string[]> {
  return (await listFolder(ownerFolder(repository, owner)))
    .filter((entry) => entry.isDirectory && !entry.name.startsWith("."))
    .map((entry) => entry.name);
}

/**
 * Deletes a version, or all of a name. Its numbers stay used. Call under the definition's lock.
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
  const present = await versionsOf(folder);
  const doomed = version === undefined ? present : present.filter((number) => number === version);
  if (doomed.length === 0) return 0;
  await writeAtomic(`${folder}/${HIGH_WATER}`, `${await highestVersion(folder)}\n`);
  for (const number of doomed) await Deno.remove(`${folder}/${number}`, { recursive: true });
  const left = present.filter((number) => !doomed.includes(number)).at(-1);
  if (left === undefined) await Deno.remove(`${folder}/latest`).catch(() => {});
  else await pointLatest(folder, left);
  return doomed.length;
}

async function highestVersion(folder: string): Promise<number> {
  const text = await readTextIfPresent(ownPath(folder, HIGH_WATER));
  const kept = Number(text ?? 0);
  return Math.max(await latestVersion(folder) ?? 0, kept);
}

/** `latest` is for people and other tools; readers here trust the folders themselves. */
async function pointLatest(folder: string, version: number): Promise<void> {
  const aside = `${folder}/.${crypto.randomUUID()}.tmp`;
  await Deno.writeTextFile(aside, `${version}`, { createNew: true });
  await Deno.rename(aside, `${folder}/latest`);
}

/** Deletes what the output's `garbageCollection` no longer keeps, never the newest version. */
async function collect(folder: string, newest: number, keep: number | string): Promise<void> {
  const older = (await versionsOf(folder)).filter((version) => version < newest);
  if (typeof keep === "number") {
    for (const version of older.slice(0, Math.max(older.length - (keep - 1), 0))) {
      await Deno.remove(`${folder}/${version}`, { recursive: true });
    }
    return;
  }
  const limit = Date.now() - (durationMs(keep) ?? Infinity);
  for (const version of older) {
    const metadata = await readMetadata(folder, version);
    if (metadata && Date.parse(metadata.createdAt) < limit) {
      await Deno.remove(`${folder}/${version}`, { recursive: true });
    }
  }
}
