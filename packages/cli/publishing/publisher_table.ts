import type { Publisher } from "@svc/core/wire";
import { table, type TableView } from "../frame/table.ts";

const HEADINGS = [
  "EXTENSION",
  "PROVIDER",
  "PLACE",
  "WORKFLOW",
  "ENVIRONMENT",
  "REF",
  "MAY",
  "IDS",
  "LAST USED",
  "STATE",
];

/** Publishers as a table: whom each trusts, what for, and whether it was used. */
export function publisherTable(publishers: readonly Publisher[], view: TableView): string {
  return table(
    view,
    HEADINGS,
    publishers.map((publisher) => [
      publisher.extension,
      publisher.provider,
      Object.values(publisher.names).join("/"),
      publisher.workflow ?? "any",
      publisher.environment ?? "any",
      publisher.refRule,
      publisher.actions.join(", "),
      publisher.ids === null ? "not learned" : Object.values(publisher.ids).join("/"),
      publisher.lastUsedAt === null ? "never" : day(publisher.lastUsedAt),
      state(publisher),
    ]),
    { isDim: (index) => publishers[index]!.disabledAt !== null },
  );
}

function state({ disabledAt, disabledReason, renamed, expiresAt }: Publisher): string {
  if (disabledAt !== null) return `disabled${disabledReason === null ? "" : `: ${disabledReason}`}`;
  if (renamed !== null) {
    return `waits for an admin to accept ${Object.values(renamed).join("/")}`;
  }
  return expiresAt === null ? "active" : `ends ${day(expiresAt)} unless used`;
}

const day = (instant: string) => instant.slice(0, 10);
