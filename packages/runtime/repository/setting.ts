import { SvcError } from "@svc/core/error";
import type { RepositoryKey } from "@svc/core/file_schema";
import { readTextIfPresent } from "../base/files/read.ts";
import { LARGEST_MARKER, MARKER, type Repository } from "./repository.ts";

/** A key of `.svc.yaml`. */
export interface Setting {
  key: RepositoryKey;
  /** A line that sets it, for people. */
  example: string;
}

/**
 * What `.svc.yaml` says under a key, as it stands there; undefined when it says nothing.
 *
 * @throws SvcError `validation_failed` when the file is not YAML.
 */
export async function readSetting({ root }: Repository, setting: Setting): Promise<unknown> {
  const text = await readTextIfPresent(`${root}/${MARKER}`, LARGEST_MARKER);
  if (text === undefined || !text.includes(setting.key)) return undefined;
  const { parse } = await import("yaml");
  let marker: unknown;
  try {
    marker = parse(text);
  } catch (error) {
    const [why] = (error as Error).message.split("\n");
    throw invalidSetting(setting, `${MARKER} is not YAML: ${why}`);
  }
  return (marker as Record<string, unknown> | null)?.[setting.key] ?? undefined;
}

/** The refusal of what stands under a key, with how to write it. */
export function invalidSetting({ example }: Setting, message: string): SvcError {
  return new SvcError("validation_failed", message, { hint: `Write it like this: ${example}` });
}
