import { deepEqual } from "node:assert/strict";
import { STATEMENT_KINDS, statementOf } from "./statement.ts";

Deno.test("a statement is told by its first word and the first table that it names", () => {
  const told = (sql: string) => {
    const { kind, table } = statementOf(sql);
    return [kind, table];
  };
  deepEqual(told(`select "a" from "extension" where "b" = ?`), ["select", "extension"]);
  deepEqual(told(`insert into "user" ("x") values ($1)`), ["insert", "user"]);
  deepEqual(told(`UPDATE job SET x = ?`), ["update", "job"]);
  deepEqual(told(`delete from "session" as "s"`), ["delete", "session"]);
  deepEqual(told(`with "a" as (select 1 from "tag") update "job" set "x" = 1`), ["update", "tag"]);
  deepEqual(told("begin immediate"), ["begin", undefined]);
  deepEqual(told("start transaction isolation level serializable"), ["other", undefined]);
  deepEqual(told("pragma data_version"), ["other", undefined]);
});

Deno.test("whatever is asked, the kind is one of few", () => {
  for (const sql of ["", " ", "explain select 1", "selection", "\n\tselect 1", "with", "vacuum"]) {
    const { kind } = statementOf(sql);
    deepEqual(STATEMENT_KINDS.includes(kind), true, sql);
  }
});
