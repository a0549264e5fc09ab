import type { Decided, Decision } from "@svc/core/approval";
import type { StagedRow } from "../extensions/record/staged_tables.ts";

/** What a decision about a staged version is about, to the bytes. */
export function decisionSubject(
  { baseUrl }: { baseUrl: string },
  staged: Pick<StagedRow, "id" | "extension_name" | "version" | "channel" | "checksum">,
  decision: Decision,
): Decided {
  return {
    decision,
    origin: new URL(baseUrl).origin,
    id: staged.id,
    name: staged.extension_name,
    version: staged.version,
    channel: staged.channel,
    checksum: staged.checksum,
  };
}
