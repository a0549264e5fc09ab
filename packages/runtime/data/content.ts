import { SvcError } from "@svc/core/error";
import { lstatIfPresent } from "../base/files/read.ts";
import type { Repository } from "../repository/repository.ts";
import { contentFile } from "./store/folder.ts";
import type { DataMetadata } from "./store/item.ts";
import { getData } from "./query.ts";

/**
 * The file that holds the content of a version, the newest unless another is asked for, for whoever
 * sends it on without holding it. Its checksum has not been looked at.
 *
 * @throws SvcError as `getData`; `checksum_mismatch` for a file of another size
 */
export async function dataContent(
  repository: Repository,
  model: string,
  name: string,
  options: { version?: number } = {},
) {
  const item = await getData(repository, model, name, { ...options, content: false });
  const owner = { type: item.modelType, id: item.modelId };
  const path = contentFile(repository, owner, item.name, item.version);
  const info = await lstatIfPresent(path);
  // A pipe in its place would be waited for without end.
  if (info?.isFile && info.size === item.size) return { item, path };
  throw contentChanged(item);
}

/** The refusal to give out content that is not what was written. */
export function contentChanged({ name, version }: DataMetadata): SvcError {
  return new SvcError(
    "checksum_mismatch",
    `'${name}' version ${version} differs from what was written: its content was changed or ` +
      `damaged`,
    { hint: "Take another version: 'svc data versions' lists them." },
  );
}
