import { normalizeType } from "@svc/core/type";
import { readTextIfPresent } from "../files/read.ts";
import type { Repository } from "../repository/repository.ts";
import type { DescribedExtension } from "../describe/describe.ts";
import type { TypeRecord } from "./resolved.ts";

/** The folder of the records of pulled types. */
export function typesFolder(repository: Repository): string {
  return `${repository.state}/types`;
}

/** The record file of a pulled type: one small file a type, so that a run reads no other. */
export function recordFile(repository: Repository, type: string): string {
  return `${typesFolder(repository)}/${encodeURIComponent(type)}.json`;
}

/** The record of a pulled type, or undefined. */
export async function readRecord(
  repository: Repository,
  type: string,
): Promise<TypeRecord | undefined> {
  const text = await readTextIfPresent(recordFile(repository, type));
  return text === undefined ? undefined : JSON.parse(text) as TypeRecord;
}

/**
 * Writes the bundles of an extension into `folder`, and returns the record of each of its types.
 *
 * @param folder absolute
 * @param about what the records say beside the model and its bundle
 */
export async function writeBundles(
  folder: string,
  described: Pick<DescribedExtension, "descriptor" | "bundles">,
  about: Omit<TypeRecord, "model" | "permissions" | "bundle">,
): Promise<Map<string, TypeRecord>> {
  await Deno.mkdir(folder, { recursive: true });
  for (const [entry, bundle] of described.bundles) {
    const file = `${folder}/${bundleName(entry)}`;
    await Deno.writeTextFile(file, bundle.code);
    await Deno.writeTextFile(`${file}.map`, bundle.map);
  }
  return new Map(described.descriptor.models.map((model) => [
    normalizeType(model.type),
    {
      model,
      permissions: described.descriptor.permissions,
      bundle: bundleName(`models/${model.file}`),
      ...about,
    },
  ]));
}

/** `models/a/b.ts` → `models-a-b.js`, flat, as a bundle needs no neighbours. */
function bundleName(entry: string): string {
  return `${entry.replaceAll("%", "%25").replaceAll("-", "%2d").replaceAll("/", "-")}.js`;
}
