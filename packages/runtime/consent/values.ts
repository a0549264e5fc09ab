import { isTexts } from "@svc/core/json";
import { readTextIfPresent } from "../base/files/read.ts";
import { writePrivate } from "../base/files/private.ts";
import { lockRepository } from "../repository/lock.ts";
import type { Repository } from "../repository/repository.ts";
import { makePersonalFolder, personalFolder } from "../repository/folder.ts";

/**
 * What placeholders of an extension have stood for: by permission (`net:${globalArgs.url}`), then by the
 * behavior that set it, the plain entries (`api.example.com:443`).
 */
export type KnownValues = Record<string, Record<string, string[]>>;

// <config>/repositories/<copy of a repository>/values/<extension>.json: the person's, as consents are.

/**
 * What the person's runs of an extension here have used before; nothing where nobody can know.
 *
 * @param name as consents keep it, with where it comes from
 * @throws SvcError `config_exposed`
 */
export async function knownValues(repository: Repository, name: string): Promise<KnownValues> {
  const folder = await personalFolder(repository);
  if (folder === undefined) return {};
  const text = await readTextIfPresent(fileOf(folder, name));
  return text === undefined ? {} : parsed(text);
}

/**
 * Keeps that an entry of this behavior stands for `value`.
 *
 * @throws SvcError `lock_timeout`, `config_exposed`, `validation_failed` without a configuration folder
 */
export async function keepValues(
  repository: Repository,
  name: string,
  behavior: string,
  values: readonly { permission: string; value: string }[],
): Promise<void> {
  await using _lock = await lockRepository(repository, { file: "consents.lock" });
  const known = await knownValues(repository, name);
  for (const { permission, value } of values) {
    const of = Object.hasOwn(known, permission) ? known[permission]! : {};
    const before = Object.hasOwn(of, behavior) ? of[behavior]! : [];
    const kept = new Map(Object.entries(of)).set(behavior, [...new Set([...before, value])]);
    known[permission] = Object.fromEntries(kept);
  }
  const folder = await makePersonalFolder(repository);
  await writePrivate(fileOf(folder, name), `${JSON.stringify(known, null, 2)}\n`);
}

/**
 * Takes back what these permissions have stood for: their values are asked about again, also those of
 * behaviors that the person made.
 *
 * @param permissions as `<kind>:<entry>`; all when absent
 */
export async function forgetValues(
  repository: Repository,
  name: string,
  permissions?: readonly string[],
): Promise<void> {
  await using _lock = await lockRepository(repository, { file: "consents.lock" });
  const known = await knownValues(repository, name);
  const gone = Object.keys(known).filter((one) => permissions?.includes(one) ?? true);
  if (gone.length === 0) return;
  for (const permission of gone) {
    const behaviors = Object.keys(known[permission]!);
    known[permission] = Object.fromEntries(behaviors.map((behavior) => [behavior, []]));
  }
  const folder = await makePersonalFolder(repository);
  await writePrivate(fileOf(folder, name), `${JSON.stringify(known, null, 2)}\n`);
}

function fileOf(folder: string, name: string): string {
  return `${folder}/values/${encodeURIComponent(name)}.json`;
}

/** Anything that svc did not write says nothing is known, so the person is asked. */
function parsed(text: string): KnownValues {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value, (of) => isRecord(of, isTexts)) ? value as KnownValues : {};
  } catch {
    return {};
  }
}

function isRecord(value: unknown, of: (member: unknown) => boolean): boolean {
  return typeof value === "object" && value !== null && !Array.isArray(value) &&
    Object.values(value).every(of);
}
