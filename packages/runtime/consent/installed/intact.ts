import type { Descriptor } from "@svc/core/descriptor";
import type { Consent } from "../consent.ts";
import { listConsents } from "../store.ts";
import { treeDigest } from "../tree.ts";
import { changedChunk } from "../../extension/describe/chunks.ts";
import { sha256Hex } from "../../base/files/digest.ts";
import { readIfPresent } from "../../base/files/read.ts";
import type { Repository } from "../../repository/repository.ts";
import { filesChecksum } from "./checksum.ts";
import type { LockEntry } from "./lockfile.ts";
import { extensionFolder, isInstallPath } from "./folders.ts";
import { readAny } from "./records.ts";
import { providerKey } from "./record_keys.ts";

/**
 * An installed extension that can run: its files are as installed, and its types, bundles and
 * additional files are those the person agreed to. Undefined when any of it is not so.
 */
export async function intactExtension(
  repository: Repository,
  name: string,
  entry: LockEntry,
): Promise<{ consent: Consent; descriptor: Descriptor } | undefined> {
  const folder = `${repository.root}/${extensionFolder(name)}`;
  if (!entry.files.every((file) => isInstallPath(name, file))) return undefined;
  try {
    const found = await filesChecksum(entry.files, (file) => `${repository.root}/${file}`);
    if (found !== entry.filesChecksum) return undefined;
    for (const consent of await listConsents(repository, name)) {
      if (!await isInstalled(repository, consent, entry)) continue;
      const text = await Deno.readTextFile(`${folder}/descriptor.json`);
      const descriptor = JSON.parse(text) as Descriptor;
      if (!hasProviders(consent, descriptor)) continue;
      return { consent, descriptor };
    }
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
  return undefined;
}

/** An earlier release of svc kept no records of vaults and datastores: it has to be installed again. */
function hasProviders({ content }: Consent, { vaults, datastores }: Descriptor): boolean {
  const keys = [
    ...vaults.map(({ type }) => providerKey("vault", type)),
    ...datastores.map(({ type }) => providerKey("datastore", type)),
  ];
  return keys.every((key) => content?.types[key] !== undefined);
}

/** True for a consent whose content is what is in the repository now, for each of its modules. */
export async function isInstalled(
  repository: Repository,
  consent: Consent,
  entry: Pick<LockEntry, "checksum"> | undefined,
): Promise<boolean> {
  if (consent.content === undefined || consent.content.checksum !== entry?.checksum) return false;
  for (const key of Object.keys(consent.content.types)) {
    if (await contentProblem(repository, consent, key) !== undefined) return false;
  }
  return true;
}

/**
 * What of a pulled module is not what the consent was given for, in words; undefined when
 * nothing.
 *
 * @param key what its record is kept under
 */
export async function contentProblem(
  repository: Repository,
  { content }: Consent,
  key: string,
): Promise<string | undefined> {
  const record = await readAny(repository, key);
  if (record === undefined) return `the record of ${key} is gone`;
  if (content === undefined || content.types[key] !== record.recordDigest) {
    return `the record of ${key}`;
  }
  const bundle = await readIfPresent(`${repository.state}/${record.folder}/${record.bundle}`);
  if (bundle === undefined) return `the bundle of ${key} is gone`;
  if (await sha256Hex(bundle) !== content.bundles[record.bundle]) return `the bundle of ${key}`;
  const chunk = await changedChunk(`${repository.state}/${record.folder}`, record);
  if (chunk !== undefined) return `${chunk} of ${key}`;
  const files = await treeDigest(`${repository.root}/${record.files}`);
  return files === content.files ? undefined : "its additional files";
}
