import { readArchive } from "@svc/scorecard/archive";
import { LRUCache } from "lru-cache";
import { compareArchives } from "./compare.ts";
import { listFiles } from "./list.ts";
import { showFile } from "./show.ts";
import type { ArchiveAt, Results, Task } from "./task.ts";

type Archive = Awaited<ReturnType<typeof readArchive>>;

/** Bytes of archives that are kept open: a reader of one file mostly reads another one next. */
const KEPT_BYTES = 32_000_000;

const open = new LRUCache<string, Archive>({
  maxSize: KEPT_BYTES,
  sizeCalculation: ({ unpackedBytes }) => unpackedBytes + 1,
});

/**
 * Does one task.
 *
 * @throws SvcError as `readArchive`
 */
export async function doTask(task: Task): Promise<Results[Task["ask"]]> {
  const archive = await archiveAt(task.archive);
  switch (task.ask) {
    case "list":
      return listFiles(archive);
    case "show": {
      const file = archive.files.get(task.file);
      return file && await showFile(task.file, file, task);
    }
    case "bytes":
      return archive.files.get(task.file)?.bytes.toBase64();
    case "compare":
      return compareArchives(
        task.before === undefined ? NOTHING : await archiveAt(task.before),
        archive,
        task.file,
      );
  }
}

/** Before a first version. */
const NOTHING: Pick<Archive, "files"> = { files: new Map() };

async function archiveAt({ checksum, path }: ArchiveAt): Promise<Archive> {
  const known = open.get(checksum);
  if (known !== undefined) return known;
  const archive = await readArchive(await Deno.readFile(path));
  open.set(checksum, archive);
  return archive;
}
