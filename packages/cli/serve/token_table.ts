import type { TokenView } from "@svc/serve/tokens";
import { table, type TableView } from "../frame/table.ts";

const HEADINGS = ["NAME", "STATE", "MAY RUN", "MAY SEE", "EXPIRES", "LAST USED", "CREATED", "BY"];

/** Tokens of `svc serve` as a table. */
export function tokenTable(tokens: readonly TokenView[], view: TableView): string {
  return table(
    view,
    HEADINGS,
    tokens.map((token) => [
      token.username === undefined ? token.name : `${token.name} (${token.username})`,
      token.state,
      token.allow.join(",") || "-",
      token.read.join(",") || "-",
      minute(token.expiresAt),
      minute(token.lastUsedAt),
      minute(token.createdAt),
      token.createdBy,
    ]),
    { isDim: (index) => tokens[index]!.state !== "active" },
  );
}

/** To the minute, in UTC: tokens may live for hours. */
function minute(instant: string | null): string {
  return instant === null ? "never" : instant.slice(0, 16).replace("T", " ");
}
