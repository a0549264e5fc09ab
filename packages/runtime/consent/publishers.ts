import { isRecord, parsedJson } from "@svc/core/json";
import { isPublisher, type Publisher } from "@svc/core/publisher";
import { writePrivate } from "../base/files/private.ts";
import { unlessGone } from "../base/files/remove.ts";
import { readTextIfPresent } from "../base/files/read.ts";
import { makePersonalFolder, personalFolder } from "../repository/folder.ts";
import type { Repository } from "../repository/repository.ts";

// <config>/repositories/<copy of a repository>/publishers/<extension>.json
// Beside what the lockfile says, which comes with the repository and may have been changed there.

/** Who signed the version of an extension that a person installed last, and the proof of it. */
export interface KeptPublisher {
  publisher: Publisher;
  version: string;
  /** SHA-256 of the archive. */
  checksum: string;
  /** The name that the archive had when it was published. */
  publishedAs: string;
  /** Text of the bundle. */
  bundle: string;
  /** The key that signed (SPKI, base64); null for a job. */
  spki: string | null;
}

/**
 * Who signed what the person installed last; undefined when nothing signed was installed.
 *
 * @throws SvcError `config_exposed`
 */
export async function readPublisher(
  repository: Repository,
  extension: string,
): Promise<KeptPublisher | undefined> {
  const folder = await personalFolder(repository);
  const text = folder && await readTextIfPresent(fileOf(folder, extension));
  const value = text === undefined ? undefined : parsedJson(text);
  if (!isRecord(value) || !isPublisher(value["publisher"])) return undefined;
  const { version, checksum, publishedAs, bundle, spki } = value;
  const isWhole = [version, checksum, publishedAs, bundle].every((one) => typeof one === "string");
  if (!isWhole || !(spki === null || typeof spki === "string")) return undefined;
  return value as unknown as KeptPublisher;
}

/**
 * Keeps who signed what was installed.
 *
 * @throws SvcError `config_exposed`; `validation_failed` without a configuration folder
 */
export async function keepPublisher(
  repository: Repository,
  extension: string,
  kept: KeptPublisher,
): Promise<void> {
  const folder = await makePersonalFolder(repository);
  await writePrivate(fileOf(folder, extension), `${JSON.stringify(kept, null, 2)}\n`);
}

/** Forgets it, where a person accepted a version without a statement. */
export async function forgetPublisher(repository: Repository, extension: string): Promise<void> {
  const folder = await personalFolder(repository);
  if (folder === undefined) return;
  await Deno.remove(fileOf(folder, extension)).catch(unlessGone);
}

function fileOf(folder: string, extension: string): string {
  return `${folder}/publishers/${encodeURIComponent(extension)}.json`;
}
