import { readable } from "../../data/record.ts";
import type { Repository } from "../../repository/repository.ts";
import type { DataArtifact } from "../calls/event.ts";
import type { DataHandle } from "../../sandbox/protocol.ts";
import { infoOf } from "../../base/files/stamp.ts";
import { ownPath } from "../../repository/links.ts";
import { contentFile, type DataOwner, itemFolder, ownerFolder } from "../../data/store/folder.ts";
import { readMetadata } from "../../data/store/versions.ts";

/** Something that a run wrote. */
type Written = Pick<DataArtifact, "id" | "name" | "version" | "specName" | "kind">;

/** Bytes of contents and metadata among the handles of one report. */
const BUDGET = 4_000_000;

/** The metadata of a handle that is given without. */
const NONE = {};

/** Bytes that metadata takes, and more. */
const METADATA = 1000;

/**
 * The handles of what a run wrote, as the method got them, but for what is gone again. Those behind the
 * first 4 MB have no `attributes`, empty `metadata`, and of the tags only kind and output: a report
 * reads what it needs of them.
 */
export async function handlesOf(
  repository: Repository,
  owner: DataOwner,
  artifacts: readonly Written[],
): Promise<DataHandle[]> {
  const folder = ownerFolder(repository, owner);
  const handles: DataHandle[] = [];
  // There may be very many, of few kinds.
  const tags = new Map<string, Record<string, string>>();
  let left = BUDGET;
  for (const artifact of artifacts) {
    const { kind, specName } = artifact;
    const key = `${kind} ${specName}`;
    const shared = tags.get(key) ?? { type: kind, specName };
    tags.set(key, shared);
    const light = lightHandle(folder, artifact, shared);
    if (light === undefined) continue;
    left -= light.size + METADATA;
    const handle = left < 0 ? light : await wholeHandle(repository, owner, artifact);
    if (handle !== undefined) handles.push(handle);
  }
  return handles;
}

function lightHandle(
  folder: string,
  { id, name, version, specName, kind }: Written,
  tags: Record<string, string>,
): DataHandle | undefined {
  const file = infoOf(ownPath(folder, `${name}/${version}/raw`));
  if (!file?.isFile) return undefined;
  return { name, specName, kind, dataId: id, version, size: file.size, tags, metadata: NONE };
}

async function wholeHandle(
  repository: Repository,
  owner: DataOwner,
  { name, version, specName, kind }: Written,
): Promise<DataHandle | undefined> {
  const item = await readMetadata(itemFolder(repository, owner, name), version);
  if (item === undefined) return undefined;
  const attributes = kind === "resource"
    ? readable(item.contentType, await Deno.readFile(contentFile(repository, owner, name, version)))
    : undefined;
  return {
    name,
    specName,
    kind,
    dataId: item.id,
    version,
    size: item.size,
    tags: item.tags,
    metadata: { ...item },
    ...(attributes === undefined ? {} : { attributes }),
  };
}
