import { readable } from "../data/record.ts";
import type { Repository } from "../repository/repository.ts";
import type { DataArtifact } from "../calls/event.ts";
import type { DataHandle } from "../sandbox/protocol.ts";
import { contentFile, type DataOwner, itemFolder } from "../store/folder.ts";
import { readMetadata } from "../store/versions.ts";

/** The handle of something a run wrote, as the method got it; undefined when it is gone again. */
export async function handleOf(
  repository: Repository,
  owner: DataOwner,
  artifact: Pick<DataArtifact, "name" | "version" | "specName" | "kind">,
): Promise<DataHandle | undefined> {
  const { name, version, specName, kind } = artifact;
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
