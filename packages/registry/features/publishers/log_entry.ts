import { createHash } from "node:crypto";
import type { AuditEvent } from "../../access/audit/record.ts";
import type { PublisherRow } from "./compare.ts";

/** What the registry's log tells of a publisher (trust 4.2): what binds it, and no name of its place. */
export function loggedPublisher(
  row: Pick<PublisherRow, "extension_name" | "issuer" | "ids" | "workflow">,
): NonNullable<AuditEvent["logged"]> {
  return {
    subject: row.extension_name,
    issuer: row.issuer,
    ...(row.ids === null ? {} : { ids: JSON.parse(row.ids) }),
    ...(row.workflow === null
      ? {}
      : { workflow: createHash("sha256").update(row.workflow).digest("hex") }),
  };
}
