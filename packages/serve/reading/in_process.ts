import { dataEvidence, getData } from "@svc/runtime/data";
import type { KeptDefinitions } from "@svc/runtime/definitions";
import type { Repository } from "@svc/runtime/repository";
import type { Evidence } from "./prepared/prepared.ts";
import { type ReadingKey, READINGS } from "./operations/readings.ts";

/** Readings that are done in the server's own process: each looks at few files. */
const IN_PROCESS: ReadonlySet<ReadingKey> = new Set<ReadingKey>([
  "behaviors.search",
  "behaviors.get",
  "behaviors.describe",
  "types.search",
  "types.describe",
  "data.get",
]);

/** Bytes of content that are read and parsed here. */
const MOST_CONTENT = 256 * 1024;

/** A value that was read, and the check whether it is still the same. */
export interface ReadInProcess {
  value: unknown;
  evidence: Evidence | undefined;
}

/**
 * Reads what takes no time.
 *
 * @param repository the caller's view
 * @returns undefined for what is to be read in a process of its own
 */
export async function readInProcess(
  repository: Repository,
  kept: KeptDefinitions,
  key: ReadingKey,
  // deno-lint-ignore no-explicit-any
  input: any,
): Promise<ReadInProcess | undefined> {
  if (!IN_PROCESS.has(key)) return undefined;
  const asked = Date.now();
  const generation = kept.generation();
  const sameBehaviors = () => kept.generation() === generation;
  if (key !== "data.get") {
    const value = await READINGS[key](repository, input);
    return { value, evidence: key === "behaviors.search" ? sameBehaviors : undefined };
  }
  const { behavior, name, version, content } = input;
  const which = version === undefined ? {} : { version };
  const about = await getData(repository, behavior, name, { ...which, content: false });
  if (content !== false && about.size > MOST_CONTENT) return undefined;
  const value = await getData(repository, behavior, name, { ...which, content });
  const same = value.name === name ? dataEvidence(repository, value, asked) : undefined;
  return { value, evidence: same && (() => sameBehaviors() && same()) };
}
