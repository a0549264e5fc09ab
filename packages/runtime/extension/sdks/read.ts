import { assertNotWritable } from "../../base/files/private.ts";
import { readTextIfPresent } from "../../base/files/read.ts";
import type { Repository } from "../../repository/repository.ts";
import { KNOWN_SDKS } from "./known_sdks.ts";
import type { Sdk } from "./sdk.ts";

/**
 * The SDKs that svc knows, and those of `sdks.yaml` in the person's configuration folder. No repository
 * and no archive adds one.
 *
 * @throws SvcError `validation_failed`; `config_exposed` when others can write it
 */
export async function readSdks({ config }: Pick<Repository, "config">): Promise<readonly Sdk[]> {
  if (config === undefined) return KNOWN_SDKS;
  const path = `${config}/sdks.yaml`;
  const text = await readTextIfPresent(path);
  if (text === undefined) return KNOWN_SDKS;
  await assertNotWritable(config);
  await assertNotWritable(path);
  // Only who has such a file pays for reading YAML.
  const { parseSdks } = await import("./file.ts");
  return [...KNOWN_SDKS, ...parseSdks(text, path)];
}
