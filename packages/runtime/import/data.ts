import { assertDataName } from "@svc/core/name";
import { visibleName } from "@svc/core/text";
import { listFolder } from "../base/files/read.ts";
import { readMetadataFile } from "../data/store/metadata.ts";
import { versionsIn } from "../data/store/folder.ts";
import type { Layout } from "./layout.ts";
import type { ImportPlan, LeftOut, TakenBehavior, TakenVersion } from "./plan.ts";
import { plainFolder } from "./source.ts";

/** The data of the behaviors that are taken; what belongs to no such behavior is left out. */
export async function planData(
  root: string,
  layout: Layout,
  behaviors: readonly TakenBehavior[],
): Promise<Pick<ImportPlan, "versions" | "leftOut">> {
  const versions: TakenVersion[] = [];
  const leftOut: LeftOut[] = [];
  const data = `${layout.state}/data`;
  for (const behavior of behaviors) {
    const found = await dataOf(root, data, behavior);
    versions.push(...found.versions);
    leftOut.push(...found.leftOut);
  }
  const known = new Set(behaviors.map(({ normalized, id }) => `${normalized}/${id}`));
  const owners = await ownersBelow(root, data, "", 0);
  for (const owner of owners) {
    if (known.has(owner)) continue;
    leftOut.push({
      path: visibleName(`${data}/${owner}`),
      why: "its behavior does not exist or is not imported",
      fix: "Restore the behavior's file with this id in the old folder, and import again.",
    });
  }
  return { versions, leftOut };
}

async function dataOf(
  root: string,
  data: string,
  { name: behavior, normalized, id }: TakenBehavior,
): Promise<Pick<ImportPlan, "versions" | "leftOut">> {
  const versions: TakenVersion[] = [];
  const leftOut: LeftOut[] = [];
  const leave = (path: string, why: string) =>
    leftOut.push({ path: visibleName(path), why, fix: DAMAGED });
  const owner = `${data}/${normalized}/${id}`;
  const folder = await plainFolder(root, owner);
  if (folder === undefined) return { versions, leftOut };
  if (typeof folder !== "string") {
    leave(owner, folder.why);
    return { versions, leftOut };
  }
  for (const { name, isDirectory, isSymlink } of await listFolder(folder)) {
    const item = `${owner}/${name}`;
    if (isSymlink) leave(item, "it is a symbolic link");
    if (!isDirectory || name.startsWith(".")) continue;
    const unusable = nameRefusal(name);
    if (unusable !== undefined) {
      leave(item, unusable);
      continue;
    }
    for (const version of versionsIn(`${root}/${item}`)) {
      const from = `${item}/${version}`;
      const metadata = await readMetadataFile(`${root}/${from}/metadata.yaml`);
      if (metadata === undefined) leave(from, "its metadata.yaml is missing or damaged");
      else if (metadata.ownerDefinition.ownerRef !== id) leave(from, "another behavior wrote it");
      else {
        versions.push({
          behavior,
          from: `${from}/raw`,
          to: `.svc/data/${normalized}/${id}/${name}/${version}`,
          metadata: { ...metadata, name, version },
        });
      }
    }
  }
  return { versions, leftOut };
}

const DAMAGED = "Restore it in the old folder from a copy, or do without it.";

function nameRefusal(name: string): string | undefined {
  try {
    assertDataName(name);
    return undefined;
  } catch {
    return "its name is not valid for a data item";
  }
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Folders in folders that a type's name can make. */
const DEEPEST = 12;

/** The folders that hold data of one definition each, as `<type>/<id>`. */
async function ownersBelow(
  root: string,
  data: string,
  below: string,
  depth: number,
): Promise<string[]> {
  const folder = await plainFolder(root, below === "" ? data : `${data}/${below}`);
  if (typeof folder !== "string" || depth > DEEPEST) return [];
  const found: string[] = [];
  for (const { name, isDirectory } of await listFolder(folder)) {
    if (!isDirectory || name.startsWith(".")) continue;
    const path = below === "" ? name : `${below}/${name}`;
    if (UUID.test(name)) found.push(path);
    else found.push(...await ownersBelow(root, data, path, depth + 1));
  }
  return found;
}
