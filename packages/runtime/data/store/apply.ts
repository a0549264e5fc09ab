import { removeIfPresent } from "../../base/files/remove.ts";
import { isDiskFull } from "../../base/files/disk_full.ts";
import { type Change, isStaged } from "./change.ts";
import { HIGH_WATER, highestGiven, versionsIn } from "./folder.ts";
import type { DataMetadata } from "./item.ts";
import { STAGING } from "./staging.ts";

/**
 * Brings changes into the folders of their items. Each version is whole or absent at any moment;
 * nothing waits for the disk, as the journal holds the same.
 *
 * @param folder of the definition's data, with no link in its place
 * @param names the items whose newest version may be another one now
 * @throws Deno.errors of a full disk, with no version added or removed
 */
export function applyChanges(
  folder: string,
  changes: readonly Change[],
  names: readonly string[] = changes.map(nameOf),
): void {
  const added: string[] = [];
  const removals = changes.filter((change) => change.op === "remove");
  try {
    for (const change of changes) {
      if (change.op !== "write") continue;
      const { metadata, content } = change;
      const target = `${folder}/${metadata.name}/${metadata.version}`;
      addVersion(folder, target, metadata, content);
      added.push(target);
    }
    for (const removal of removals) keepHighest(`${folder}/${removal.name}`, removal);
    for (const change of changes) {
      if (change.op === "replace") replaceMetadata(folder, change.metadata);
    }
  } catch (error) {
    for (const target of added) Deno.removeSync(target, { recursive: true });
    throw error;
  }
  // From here on nothing takes room on the disk.
  for (const { name, versions } of removals) {
    for (const version of versions) {
      removeIfPresent(`${folder}/${name}/${version}`, { recursive: true });
    }
  }
  for (const name of new Set(names)) pointLatest(`${folder}/${name}`);
}

/** The item that a change is about. */
export function nameOf(change: Change): string {
  return change.op === "remove" ? change.name : change.metadata.name;
}

function addVersion(
  folder: string,
  target: string,
  metadata: DataMetadata,
  content: (Change & { op: "write" })["content"],
): void {
  const item = target.slice(0, target.lastIndexOf("/"));
  const aside = `${item}/.${metadata.version}.tmp`;
  makeAside(folder, item, aside);
  try {
    if (isStaged(content)) {
      Deno.renameSync(`${folder}/${STAGING}/${content.staged}`, `${aside}/raw`);
    } else Deno.writeFileSync(`${aside}/raw`, content, { createNew: true });
    Deno.writeTextFileSync(`${aside}/metadata.yaml`, metadataText(metadata), { createNew: true });
    Deno.renameSync(aside, target);
  } catch (error) {
    if (isStaged(content)) putBack(`${aside}/raw`, `${folder}/${STAGING}/${content.staged}`);
    Deno.removeSync(aside, { recursive: true });
    throw error;
  }
}

function makeAside(folder: string, item: string, aside: string): void {
  try {
    Deno.mkdirSync(aside);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) {
      Deno.mkdirSync(folder, { recursive: true });
      Deno.mkdirSync(item);
    } else if (error instanceof Deno.errors.AlreadyExists) {
      // Left by a killed process.
      Deno.removeSync(aside, { recursive: true });
    } else throw error;
    Deno.mkdirSync(aside);
  }
}

function putBack(from: string, to: string): void {
  try {
    Deno.renameSync(from, to);
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
}

/** Keeps the number that no version is left to show, before those go. */
function keepHighest(item: string, change: Change & { op: "remove" }): void {
  const left = versionsIn(item).filter((version) => !change.versions.includes(version));
  if (change.highest > highestGiven(item, left)) {
    replaceFile(`${item}/${HIGH_WATER}`, `${change.highest}\n`);
  }
}

function replaceMetadata(folder: string, metadata: DataMetadata): void {
  const version = `${folder}/${metadata.name}/${metadata.version}`;
  replaceFile(`${version}/metadata.yaml`, metadataText(metadata));
}

/** `latest` is for people and other tools; readers here trust the folders themselves. */
function pointLatest(item: string): void {
  const newest = versionsIn(item).at(-1);
  if (newest === undefined) return removeIfPresent(`${item}/latest`, { recursive: true });
  try {
    replaceFile(`${item}/latest`, `${newest}`);
  } catch (error) {
    if (!isDiskFull(error)) throw error;
    // The version is there. No pointer is better than one to another version.
    removeIfPresent(`${item}/latest`, { recursive: true });
  }
}

/** Replaces a file in one step. What is in its place may have come with the repository. */
function replaceFile(path: string, text: string): void {
  const slash = path.lastIndexOf("/");
  const aside = `${path.slice(0, slash)}/.${path.slice(slash + 1)}.tmp`;
  removeIfPresent(aside, { recursive: true });
  try {
    Deno.writeTextFileSync(aside, text, { createNew: true });
    Deno.renameSync(aside, path);
  } catch (error) {
    // Without the item's folder there is nothing to say about it.
    if (error instanceof Deno.errors.NotFound) return;
    removeIfPresent(aside, { recursive: true });
    throw error;
  }
}

function metadataText(metadata: DataMetadata): string {
  return `${JSON.stringify(metadata, null, 2)}\n`;
}
