import type { Publisher } from "@svc/core/wire";
import { listing, type TableView } from "../frame/table.ts";

/** Publishers as a table: whom each trusts, what for, and whether it was used. */
export function publisherTable(publishers: readonly Publisher[], view: TableView): string {
  return listing(view, publishers, {
    EXTENSION: (publisher) => publisher.extension,
    PROVIDER: (publisher) => publisher.provider,
    PLACE: (publisher) => Object.values(publisher.names).join("/"),
    WORKFLOW: (publisher) => publisher.workflow ?? "any",
    ENVIRONMENT: (publisher) => publisher.environment ?? "any",
    REF: (publisher) => publisher.refRule,
    MAY: (publisher) => publisher.actions.join(", "),
    IDS: (publisher) =>
      publisher.ids === null ? "not learned" : Object.values(publisher.ids).join("/"),
    "LAST USED": (publisher) => publisher.lastUsedAt === null ? "never" : day(publisher.lastUsedAt),
    STATE: (publisher) => state(publisher),
  }, { isDim: (one) => one.disabledAt !== null });
}

function state({ disabledAt, disabledReason, renamed, expiresAt }: Publisher): string {
  if (disabledAt !== null) return `disabled${disabledReason === null ? "" : `: ${disabledReason}`}`;
  if (renamed !== null) {
    return `waits for an admin to accept ${Object.values(renamed).join("/")}`;
  }
  return expiresAt === null ? "active" : `ends ${day(expiresAt)} unless used`;
}

const day = (instant: string) => instant.slice(0, 10);
