import { isSvcError } from "@svc/core/error";
import { type Catalog, type Condition, withCatalog } from "../../data/catalog/catalog.ts";
import { namesBeginningWith } from "../../data/page.ts";
import { type DataRecord, dataRecord, recordWith } from "../../data/record.ts";
import type { CallOf } from "../../sandbox/protocol.ts";
import type { DataMetadata } from "../../data/store/item.ts";
import { contentOf, type DataReadInput, itemOf } from "./data_items.ts";
import { ANSWER_BYTES } from "./many_reads.ts";

/** A record whose `attributes` are its content: that is sent once. */
type ListedRecord = Omit<DataRecord, "attributes">;

/** One page of an output's resources by name. */
export interface ResourcePage {
  items: ListedRecord[];
  /** The name behind which the next page begins; null on the last page. */
  next: string | null;
}

/** Resources of a page, unless a caller asks for another number. */
const PAGE = 100;

/** How often a page is read again because data changed under it. */
const TRIES = 5;

/**
 * Lists the behavior's own resources, page by page, with their contents: newest versions by name, in
 * the order of the characters' numbers, with what the run itself has written. A page ends before its
 * limit where its contents are large. Secrets stay references, as in every record.
 *
 * All names with the prefix are looked at for the first page only; later ones look at what the run has
 * changed since and at what they show.
 */
export function resourceLists(
  input: DataReadInput,
): (call: CallOf<"listResources">) => Promise<ResourcePage> {
  const changed = new Set<string>();
  const looked = new Set<string>();
  let isWatched = false;
  return async (call) =>
    await withCatalog(input.repository, async (catalog) => {
      const { prefix = "" } = call;
      if (!isWatched) input.data?.watchChanges(changed);
      isWatched = true;
      // An index may have been made again since.
      if (catalog.isEmpty(input.owner)) looked.clear();
      else await catalog.agree(input.owner, [...changed]);
      changed.clear();
      if (![...looked].some((known) => prefix.startsWith(known))) {
        await lookAt(input, catalog, prefix);
        looked.add(prefix);
      }
      for (let left = TRIES;; left--) {
        const page = await tryPage(input, catalog, call, left === 0);
        if (page !== undefined) return page;
      }
    });
}

/** Brings the index into agreement with the files as far as names begin with the prefix. */
async function lookAt(
  { owner }: DataReadInput,
  catalog: Catalog,
  prefix: string,
): Promise<void> {
  // One that knows nothing is made whole: others profit from it.
  if (prefix === "" || catalog.isEmpty(owner)) await catalog.refresh(owner, "quick");
  else await catalog.refreshBeginning(owner, prefix);
}

/** Undefined when the files no longer say what was found. */
async function tryPage(
  input: DataReadInput,
  catalog: Catalog,
  call: CallOf<"listResources">,
  isLast: boolean,
): Promise<ResourcePage | undefined> {
  const { limit = PAGE } = call;
  // One more, which tells whether there is a next page.
  const stored = storedItems(input, catalog, call, limit + 1);
  const isAsFound = await catalog.agree(input.owner, stored.map(({ name }) => name));
  // What another process writes all the time is shown as it was a moment ago.
  if (!isAsFound && !isLast) return undefined;
  const found = [...stored, ...await unpublishedItems(input, call)].sort(byName).slice(
    0,
    limit + 1,
  );
  const items: ListedRecord[] = [];
  let looked = 0;
  for (let bytes = 0; looked < Math.min(found.length, limit) && bytes < ANSWER_BYTES; looked++) {
    const item = found[looked]!;
    const record = await recordOf(input, item);
    if (record === undefined && !isLast) return undefined;
    if (record !== undefined) items.push(record);
    bytes += item.size;
  }
  return { items, next: looked < found.length ? found[looked - 1]!.name : null };
}

/** The first ones that are in the folders, but for those of which the run has something newer. */
function storedItems(
  { owner, data }: DataReadInput,
  catalog: Catalog,
  { spec, prefix, after }: CallOf<"listResources">,
  count: number,
): DataMetadata[] {
  const conditions: Condition[] = [
    { sql: "specName = ? AND dataType = 'resource'", values: [spec] },
    ...(prefix === undefined ? [] : [namesBeginningWith(prefix)]),
    ...(after === undefined ? [] : [{ sql: "name > ?", values: [after] }]),
  ];
  const unpublished = new Set(data?.unpublished());
  const items: DataMetadata[] = [];
  for (const item of catalog.each(owner, { conditions })) {
    if (!unpublished.has(item.name)) items.push(item);
    if (items.length === count) break;
  }
  return items;
}

/** Those that the run holds back until it succeeds, or keeps in memory. */
async function unpublishedItems(
  input: DataReadInput,
  { spec, prefix = "", after }: CallOf<"listResources">,
): Promise<DataMetadata[]> {
  const names = (input.data?.unpublished() ?? []).filter((name) =>
    name.startsWith(prefix) && (after === undefined || compareNames(name, after) > 0)
  );
  const items: DataMetadata[] = [];
  for (const name of names) {
    const item = await itemOf(input, input.owner, name);
    const { specName, type } = item?.tags ?? {};
    if (item !== undefined && specName === spec && type === "resource") items.push(item);
  }
  return items;
}

/** The record of a resource; undefined when it was removed meanwhile. */
async function recordOf(
  input: DataReadInput,
  item: DataMetadata,
): Promise<ListedRecord | undefined> {
  const { definition, owner } = input;
  try {
    const record = dataRecord({ definition, type: owner.type }, item, true);
    const { attributes: _, ...listed } = recordWith(record, await contentOf(input, owner, item));
    return listed;
  } catch (error) {
    if (isSvcError(error) && error.code === "data_not_found") return undefined;
    throw error;
  }
}

function byName(a: DataMetadata, b: DataMetadata): number {
  return compareNames(a.name, b.name);
}

/** Compares as the index does: by the numbers of the characters, not of their halves. */
function compareNames(a: string, b: string): number {
  const encoder = new TextEncoder();
  const [left, right] = [encoder.encode(a), encoder.encode(b)];
  const at = left.findIndex((byte, index) => byte !== right[index]);
  return at < 0 ? left.length - right.length : left[at]! - (right[at] ?? -1);
}
