import type { DataItem, DataVersions } from "@svc/core/answer";
import { SvcError } from "@svc/core/error";
import { shellWord } from "@svc/core/text";
import { withCatalog } from "./catalog/catalog.ts";
import { infoOf } from "../base/files/stamp.ts";
import type { Repository } from "../repository/repository.ts";
import { contentFile, type DataOwner, itemFolder, versionsIn } from "./store/folder.ts";
import type { DataMetadata } from "./store/item.ts";
import { isLive } from "./store/item_state.ts";
import { overtakenIn, withoutMachine } from "./store/order.ts";
import { recoverForReading } from "./store/recover.ts";
import { readContent, readMetadata } from "./store/versions.ts";
import { ownerOf } from "./owner.ts";
import { readable } from "./record.ts";

/** Renames that a name is followed through. */
const RENAMES = 32;

/** Bytes of an item's folder from which on the index is faster than reading it. */
const LARGE_FOLDER = 512 * 1024;

/** Versions from which on the index is faster than their files. */
const MANY_VERSIONS = 200;

/**
 * One version of a data item, the newest unless another is asked for. A name that was renamed leads to
 * the item's new name.
 *
 * @param options `content: false` leaves the content out
 * @throws SvcError `definition_not_found`; `data_not_found`, which says when it was deleted;
 *   `checksum_mismatch` for content that was changed or damaged.
 */
export async function getData(
  repository: Repository,
  model: string,
  name: string,
  options: { version?: number | undefined; content?: boolean | undefined } = {},
): Promise<DataItem> {
  const { owner, fields } = await ownerOf(repository, model);
  const item = await anyItem(repository, owner, name, options.version);
  if (item === undefined) throw dataNotFound(model, name, options.version);
  if (options.version === undefined && !isLive(item)) throw notLive(model, item);
  const file = contentFile(repository, owner, item.name, item.version);
  // The latest is overtaken by none.
  const ordered = options.version === undefined
    ? []
    : versionsIn(itemFolder(repository, owner, item.name));
  const content = options.content === false
    ? undefined
    : readable(item.contentType, await readContent(repository, owner, item));
  return {
    ...withoutMachine(item),
    ...fields,
    contentPath: file.slice(repository.root.length + 1),
    ...overtakenBy(overtakenIn(ordered, Number), item.version),
    ...(content === undefined ? {} : { content }),
  };
}

/**
 * Every version of a data item, those of a deleted one as well.
 *
 * @throws SvcError `definition_not_found`, `data_not_found`.
 */
export async function listVersions(
  repository: Repository,
  model: string,
  name: string,
): Promise<DataVersions> {
  const { owner, fields } = await ownerOf(repository, model);
  if (!isSegment(name)) throw dataNotFound(model, name);
  await recoverForReading(repository, owner);
  const folder = itemFolder(repository, owner, name);
  const ordered = versionsIn(folder);
  const overtaken = overtakenIn(ordered, Number);
  const numbers = ordered.toReversed();
  const items = numbers.length > MANY_VERSIONS
    ? await withCatalog(repository, async (catalog) => {
      await catalog.refresh(owner);
      const conditions = [{ sql: "name = ?", values: [name] }];
      const known = new Map(
        catalog.versions(owner, { history: true, dead: true, conditions })
          .map(({ metadata }) => [metadata.version, metadata]),
      );
      return numbers.map((number) => known.get(number));
    })
    : await Promise.all(numbers.map((number) => readMetadata(folder, number)));
  const versions = items.flatMap((item) =>
    item === undefined ? [] : [{
      version: item.version,
      createdAt: item.createdAt,
      size: item.size,
      checksum: item.checksum,
      isLatest: item.version === numbers[0],
      ...overtakenBy(overtaken, item.version),
      ...(item.lifecycle === "deleted" ? { lifecycle: item.lifecycle } : {}),
      ...(item.renamedTo === undefined ? {} : { renamedTo: item.renamedTo }),
    }]
  );
  if (versions.length === 0) throw dataNotFound(model, name);
  return { dataName: name, ...fields, versions, total: versions.length };
}

function overtakenBy(overtaken: ReadonlyMap<number, number>, version: number) {
  const by = overtaken.get(version);
  return by === undefined ? {} : { overtakenBy: by };
}

/**
 * The metadata of a version, or of the newest one, under the new name when it was renamed; undefined
 * when it is absent, expired or deleted.
 */
export async function dataItem(
  repository: Repository,
  owner: DataOwner,
  name: string,
  version?: number,
): Promise<DataMetadata | undefined> {
  const item = await anyItem(repository, owner, name, version);
  return item !== undefined && (version !== undefined || isLive(item)) ? item : undefined;
}

/** As {@linkcode dataItem}, expired versions and marks of deletion as well. */
async function anyItem(
  repository: Repository,
  owner: DataOwner,
  name: string,
  version?: number,
): Promise<DataMetadata | undefined> {
  if (!isSegment(name)) return undefined;
  await recoverForReading(repository, owner);
  if (version !== undefined) {
    return await readMetadata(itemFolder(repository, owner, name), version);
  }
  let item = await newest(repository, owner, name);
  // Names that lead to each other in a circle were not made by svc; the mark itself is the answer.
  for (let left = RENAMES; item?.renamedTo !== undefined && left > 0; left--) {
    if (!isSegment(item.renamedTo)) return item;
    const next = await newest(repository, owner, item.renamedTo);
    if (next === undefined) return item;
    item = next;
  }
  return item;
}

async function newest(
  repository: Repository,
  owner: DataOwner,
  name: string,
): Promise<DataMetadata | undefined> {
  const folder = itemFolder(repository, owner, name);
  if ((infoOf(folder)?.size ?? 0) > LARGE_FOLDER) {
    const known = await withCatalog(
      repository,
      (catalog) => Promise.resolve(catalog.newest(owner, name)),
    );
    if (known !== undefined) return known;
  }
  const version = versionsIn(folder).at(-1);
  return version === undefined ? undefined : await readMetadata(folder, version);
}

/** True for what may be looked for below a folder. */
export function isSegment(name: string): boolean {
  // A method's side may send anything for a name.
  return typeof name === "string" && name !== "" && name !== "." && !name.includes("..") &&
    !/[/\\\0]/.test(name);
}

/** The refusal for a name that has nothing. */
export function dataNotFound(model: string, name: string, version?: number): SvcError {
  const which = version === undefined ? "" : ` version ${version}`;
  return new SvcError(
    "data_not_found",
    `Data not found: "${name}"${which} for behavior "${model}"`,
    {
      hint: version === undefined
        ? `'svc data list ${model}' lists the data.`
        : `'svc data versions ${model} ${shellWord(name)}' lists the versions.`,
    },
  );
}

function notLive(model: string, item: DataMetadata): SvcError {
  const { name, version, createdAt, lifetime } = item;
  const what = item.renamedTo !== undefined
    ? `"${name}" was renamed to "${item.renamedTo}", which was deleted`
    : item.lifecycle === "deleted"
    ? `"${name}" was deleted at ${createdAt}`
    : `"${name}" has expired: its lifetime was ${lifetime} from ${createdAt}`;
  return new SvcError("data_not_found", `Data not found for behavior "${model}": ${what}`, {
    hint: `'svc data versions ${model} ${name}' lists what is left; ` +
      `--version ${version} shows the last one.`,
  });
}
