import { dataEvidence, getData } from "@svc/runtime/data";
import type { DefinitionCache } from "@svc/runtime/definitions";
import type { Repository } from "@svc/runtime/repository";
import type { Evidence } from "./prepared/prepared.ts";
import type { ReadingInput, ReadingKey } from "./inputs/inputs.ts";
import { READINGS } from "./operations/readings.ts";

/** Bytes of content that are read and parsed here. */
const MOST_CONTENT = 256 * 1024;

/** A value that was read, and the check whether it is still the same. */
export interface ReadInProcess {
  value: unknown;
  evidence: Evidence | undefined;
}

/** Reads as somebody sees the repository. Undefined for what is to be read in a process of its own. */
type InProcess<Key extends ReadingKey> = (
  repository: Repository,
  input: ReadingInput<Key>,
  sameBehaviors: Evidence,
) => Promise<ReadInProcess | undefined>;

/** Readings that are done in the server's own process: each looks at few files. */
const IN_PROCESS: { readonly [Key in ReadingKey]?: InProcess<Key> } = {
  "behaviors.search": async (repository, input, sameBehaviors) => ({
    value: await READINGS["behaviors.search"](repository, input),
    evidence: sameBehaviors,
  }),
  "behaviors.get": withoutEvidence("behaviors.get"),
  "behaviors.describe": withoutEvidence("behaviors.describe"),
  "types.search": withoutEvidence("types.search"),
  "types.describe": withoutEvidence("types.describe"),
  "data.get": readItem,
};

/**
 * Reads what takes no time.
 *
 * @param repository the caller's view
 * @returns undefined for what is to be read in a process of its own
 */
export async function readInProcess<Key extends ReadingKey>(
  repository: Repository,
  kept: DefinitionCache,
  key: Key,
  input: ReadingInput<Key>,
): Promise<ReadInProcess | undefined> {
  const generation = kept.generation();
  return await IN_PROCESS[key]?.(repository, input, () => kept.generation() === generation);
}

function withoutEvidence<Key extends ReadingKey>(key: Key): InProcess<Key> {
  return async (repository, input) => ({
    value: await READINGS[key](repository, input),
    evidence: undefined,
  });
}

async function readItem(
  repository: Repository,
  { behavior, name, version, content }: ReadingInput<"data.get">,
  sameBehaviors: Evidence,
): Promise<ReadInProcess | undefined> {
  const asked = Date.now();
  const about = await getData(repository, behavior, name, { version, content: false });
  if (content !== false && about.size > MOST_CONTENT) return undefined;
  const value = await getData(repository, behavior, name, { version, content });
  const same = value.name === name ? dataEvidence(repository, value, asked) : undefined;
  return { value, evidence: same && (() => sameBehaviors() && same()) };
}
