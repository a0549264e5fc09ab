import { SvcError } from "@svc/core/error";
import { isRecord } from "@svc/core/json";
import { readSmallFile } from "../../base/files/read.ts";
import { ownPath } from "../../repository/links.ts";
import type { Outgoing } from "./outgoing.ts";
import { FORMAT, FORMAT_FILE } from "./paths.ts";

/**
 * Refuses a store of a format that this svc does not know. A store without anything is fine.
 *
 * @throws SvcError `datastore_failed`
 */
export function assertFormat(exchange: string): void {
  const text = readSmallFile(ownPath(exchange, FORMAT_FILE), 10_000);
  if (text === undefined) return;
  let format: unknown;
  try {
    const value: unknown = JSON.parse(text);
    format = isRecord(value) ? value["format"] : undefined;
  } catch {
    // Said below.
  }
  if (format === FORMAT) return;
  throw new SvcError(
    "datastore_failed",
    `The datastore has the format ${JSON.stringify(format ?? null)}, and this svc knows ${FORMAT}`,
    {
      hint: Number(format) > FORMAT
        ? "A newer svc wrote it: update svc on this machine."
        : `Something else wrote its ${FORMAT_FILE}: check what is in the store.`,
    },
  );
}

/** Says in the store which format it has. */
export async function sendFormat(out: Outgoing): Promise<void> {
  await out.put(FORMAT_FILE, (target) => {
    Deno.writeTextFileSync(target, `${JSON.stringify({ format: FORMAT })}\n`, { createNew: true });
  });
}
