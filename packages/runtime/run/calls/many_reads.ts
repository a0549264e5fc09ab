import type { CallOf } from "../../sandbox/protocol.ts";
import type { DataReadInput } from "./data_items.ts";
import { readSized } from "./data_reads.ts";

/** Bytes of content after which an answer ends: svc holds it in memory, and so does who asked. */
export const ANSWER_BYTES = 16_000_000;

/**
 * The behavior's own JSON resources of these names with their secrets, null for each that there is not:
 * from the first one on as many as fit one answer, at least one.
 *
 * @throws SvcError `output_invalid` for content that is not a JSON object; what a vault says.
 */
export async function readResources(
  input: DataReadInput,
  { names }: CallOf<"readResources">,
): Promise<unknown[]> {
  const values: unknown[] = [];
  let bytes = 0;
  for (const name of names) {
    const { value, size } = await readSized(input, { name });
    values.push(value);
    bytes += size;
    if (bytes >= ANSWER_BYTES) break;
  }
  return values;
}
