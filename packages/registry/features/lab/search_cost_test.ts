import assert from "node:assert/strict";
import { sql } from "kysely";
import { testRegistry } from "../../testing.ts";
import { listIssues } from "./read.ts";
import { compiledIn, planOf } from "../../testing/compiled.ts";
import { testEmbedded } from "../../testing/engine.ts";

testEmbedded(
  "a search for words reads the issues that have them, never all there are",
  async () => {
    await using registry = await testRegistry();
    const { db } = registry.services;
    // Issues as long as they may be, all with the same words.
    await sql`with recursive n(value) as (select 1 union all select value + 1 from n where value < 300)
    insert into lab_issue (number, id, source, type, status, title, body, hidden, locked, created_at,
      updated_at)
    select value, value, 'svc', 'bug', 'open', 'issue ' || value,
      replace(hex(zeroblob(8000)), '00', 'word ') || 'last' || value, 0, 0, '', '' from n`
      .execute(db);
    let found: Awaited<ReturnType<typeof listIssues>>;
    const compiled = await compiledIn(db, async () => {
      found = await listIssues({ db, config: { baseUrl: "http://x" } }, { kind: "stranger" }, {
        q: "word last7",
        limit: 10,
        offset: 0,
      });
    });
    assert.deepEqual(found!.issues.map((issue) => issue.number).slice(0, 3), [79, 78, 77]);

    const searches = compiled.filter((query) => query.sql.includes("lab_search"));
    assert.equal(searches.length, 2);
    for (const query of searches) {
      const plan = (await planOf(db, query)).join("\n");
      assert.match(plan, /lab_search VIRTUAL TABLE INDEX \d+:.*M/);
      assert.doesNotMatch(plan, /^SCAN lab_issue$/m);
    }
  },
);
