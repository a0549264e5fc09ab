import { sha256Hex } from "../files/digest.ts";
import { parentOf } from "../files/path.ts";
import { listFilesBelow, lstatIfPresent, readTextIfPresent } from "../files/read.ts";
import { writeAtomic } from "../files/write.ts";
import type { Repository } from "../repository/repository.ts";
import type { LocalTypes } from "./resolved.ts";

interface LocalIndex extends LocalTypes {
  /** Path, size and time of every file the index was made from. */
  stamp: string;
}

/**
 * The types of `extensions/`: each `manifest.yaml` below it with its entries, and each file below
 * `extensions/models` that exports a model. Bundled again when any file has changed.
 */
export async function localTypes(repository: Repository): Promise<LocalTypes> {
  const files = await localFiles(repository);
  if (files.length === 0) return { types: {}, failures: [] };
  const stamp = await stampOf(repository, files);
  const indexFile = `${repository.state}/types/_local.json`;
  const text = await readTextIfPresent(indexFile);
  if (text !== undefined) {
    const index = JSON.parse(text) as LocalIndex;
    if (index.stamp === stamp) return index;
  }
  // The bundler and the manifest reader are heavy, and a run with unchanged sources needs neither.
  const { buildLocalTypes } = await import("./local_build.ts");
  const index: LocalIndex = { stamp, ...await buildLocalTypes(repository, files) };
  await Deno.mkdir(parentOf(indexFile), { recursive: true });
  await writeAtomic(indexFile, JSON.stringify(index));
  return index;
}

async function localFiles(repository: Repository): Promise<string[]> {
  const files = await listFilesBelow(`${repository.root}/extensions`);
  return files.filter((file) => /\.(ts|js|json|ya?ml)$/.test(file));
}

async function stampOf(repository: Repository, files: readonly string[]): Promise<string> {
  const parts = await Promise.all(files.map(async (file) => {
    const info = await lstatIfPresent(`${repository.root}/extensions/${file}`);
    return `${file} ${info?.size} ${info?.mtime?.getTime()}`;
  }));
  return await sha256Hex(`${Deno.version.deno}\n${parts.join("\n")}`);
}
