import { makePersonalFolder, personalFolder } from "../../repository/folder.ts";
import { sha256Hex } from "../../base/files/digest.ts";
import { absolutePath, parentOf } from "../../base/files/path.ts";
import { writePrivate } from "../../base/files/private.ts";
import { filesBelowNow, lstatIfPresent, readTextIfPresent } from "../../base/files/read.ts";
import { writeAtomic } from "../../base/files/write.ts";
import { ownPath } from "../../repository/links.ts";
import type { Repository } from "../../repository/repository.ts";
import { linkedFiles, linkedFolders } from "./links.ts";
import type { LocalTypes } from "./resolved.ts";

interface LocalIndex extends LocalTypes {
  /** Path, size and time of every file the index was made from. */
  stamp: string;
  /** When it was made, in milliseconds. */
  madeAt: number;
}

/** Of the index: one of another format is made again. */
const FORMAT = 6;

/**
 * After this, what could not be loaded is tried again, in milliseconds: a network may be back, or a person
 * has set the proxy that they were told of.
 */
const RETRIED_AFTER = 10_000;

/** File in the person's folder of the repository that holds the SHA-256 of the index. */
const INDEX_DIGEST = "local-types";

/**
 * The modules of `extensions/`: each `manifest.yaml` below it with its entries, and each file below
 * `extensions/models` that exports a model or what it adds to one, and so for `extensions/reports`,
 * `extensions/vaults` and `extensions/datastores`. Bundled again when any file has changed, and when the
 * index is not the one this person's svc made: it says what to run and may have come with the
 * repository.
 */
export async function localTypes(repository: Repository): Promise<LocalTypes> {
  const files = localFiles(repository);
  const links = await linkedFolders(repository);
  if (files.length === 0 && links.length === 0) {
    return { types: {}, reports: {}, grafts: [], providers: {}, failures: [] };
  }
  const stamp = await stampOf(repository, files, links);
  const indexFile = ownPath(repository.root, ".svc/types/_local.json");
  const text = await readTextIfPresent(indexFile);
  if (text !== undefined && await isOurs(repository, text)) {
    const index = JSON.parse(text) as LocalIndex;
    const isGood = index.failures.length === 0 || Date.now() - index.madeAt < RETRIED_AFTER;
    if (index.stamp === stamp && isGood) return index;
  }
  // The bundler and the manifest reader are heavy, and a run with unchanged sources needs neither.
  const { buildLocalTypes } = await import("./local_build.ts");
  const index: LocalIndex = {
    stamp,
    madeAt: Date.now(),
    ...await buildLocalTypes(repository, files, links),
  };
  await Deno.mkdir(parentOf(indexFile), { recursive: true });
  await keepIndex(repository, indexFile, JSON.stringify(index));
  return index;
}

/** Has the types bundled again at the next need, as their bundles are not those that were made. */
export async function forgetLocalTypes(repository: Repository): Promise<void> {
  const folder = await personalFolder(repository);
  if (folder !== undefined) await Deno.remove(`${folder}/${INDEX_DIGEST}`).catch(() => {});
}

async function keepIndex(repository: Repository, file: string, text: string): Promise<void> {
  await writeAtomic(file, text);
  if (repository.config === undefined) return;
  const folder = await makePersonalFolder(repository);
  try {
    await writePrivate(`${folder}/${INDEX_DIGEST}`, `${await sha256Hex(text)}\n`);
  } catch {
    // Where nothing can be kept, the types are bundled again at each need.
  }
}

async function isOurs(repository: Repository, text: string): Promise<boolean> {
  const folder = await personalFolder(repository);
  if (folder === undefined) return false;
  const kept = await readTextIfPresent(`${folder}/${INDEX_DIGEST}`);
  return kept?.trim() === await sha256Hex(text);
}

function localFiles(repository: Repository): string[] {
  const files = filesBelowNow(`${repository.root}/extensions`);
  return files.filter((file) => /\.(ts|js|json|ya?ml)$/.test(file));
}

async function stampOf(
  repository: Repository,
  files: readonly string[],
  links: readonly string[],
): Promise<string> {
  const linked = (await Promise.all(links.map(linkedFiles))).flat();
  const all = [...files.map((file) => `extensions/${file}`), ...linked];
  const parts = await Promise.all(all.map(async (file) => {
    const info = await lstatIfPresent(absolutePath(file, repository.root));
    return `${file} ${info?.size} ${info?.mtime?.getTime()}`;
  }));
  return await sha256Hex(
    `${FORMAT}\n${Deno.version.deno}\n${links.join("\n")}\n${parts.join("\n")}`,
  );
}
