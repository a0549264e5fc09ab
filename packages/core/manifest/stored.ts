import { z } from "zod";
import { SvcError } from "../error/error.ts";
import { readStored } from "../json/stored.ts";
import { CONTENT_KINDS } from "./schema.ts";

const texts = z.array(z.string());

/** What of a published manifest is read again. Its rules were checked when it was published. */
const StoredManifest = z.object({
  name: z.string(),
  description: z.string().optional(),
  repository: z.string().optional(),
  homepage: z.string().optional(),
  license: z.string().optional(),
  platforms: texts,
  labels: texts,
  dependencies: texts,
  ...Object.fromEntries(CONTENT_KINDS.map((kind) => [kind, texts])) as Record<
    typeof CONTENT_KINDS[number],
    typeof texts
  >,
});
export type StoredManifest = z.output<typeof StoredManifest>;

/**
 * A manifest as a registry stored it.
 *
 * @throws SvcError `internal` for a damaged one: it does not pass for one that depends on nothing
 */
export function readManifest(stored: string): StoredManifest {
  const manifest = readStored(StoredManifest, stored);
  if (manifest === undefined) throw new SvcError("internal", "A stored manifest is damaged");
  return manifest;
}
