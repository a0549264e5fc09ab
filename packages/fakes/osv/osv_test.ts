import assert from "node:assert/strict";
import { type OsvService, startOsv } from "./osv.ts";

async function query(osv: OsvService, body: unknown, path = "/v1/query") {
  const response = await fetch(osv.url + path, { method: "POST", body: JSON.stringify(body) });
  return [response.status, await response.json()] as const;
}

const of = (name: string, version: string) => ({ package: { name, ecosystem: "npm" }, version });

Deno.test("osv: a record has what the published schema requires of every vulnerability", async () => {
  await using osv = startOsv();
  const vector = "CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H";
  osv.publish({ id: "GHSA-1", package: "p", versions: ["1.0.0"], severity: "HIGH", cvss: vector });
  const [, { vulns: [record] }] = await query(osv, of("p", "1.0.0"));
  assert.equal(record.id, "GHSA-1");
  assert.match(record.schema_version, /^1\.\d+\.\d+$/);
  for (const time of [record.modified, record.published]) {
    assert.match(time, /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/);
  }
  assert.deepEqual(record.severity, [{ type: "CVSS_V3", score: vector }]);
  assert.equal(record.database_specific.severity, "HIGH");
  for (const affected of record.affected) {
    assert.equal(affected.package.ecosystem, "npm");
    assert.match(affected.package.purl, /^pkg:npm\//);
    // The schema asks each range for an event that introduces the weakness.
    for (const { type, events } of affected.ranges) {
      assert.equal(type, "SEMVER");
      assert.ok(events.some((event: object) => "introduced" in event));
    }
  }
});

Deno.test("osv: a score of version 4 carries its own type, no score and no word leave both out", async () => {
  await using osv = startOsv();
  const four = "CVSS:4.0/AV:N/AC:L/AT:N/PR:N/UI:N/VC:H/VI:H/VA:H/SC:N/SI:N/SA:N";
  osv.publish({ id: "GHSA-4", package: "p", versions: ["1.0.0"], cvss: four });
  osv.publish({ id: "GHSA-0", package: "p", versions: ["1.0.0"] });
  const [, { vulns }] = await query(osv, of("p", "1.0.0"));
  assert.deepEqual(vulns[0].severity, [{ type: "CVSS_V4", score: four }]);
  assert.ok(!("severity" in vulns[1]) && !("severity" in vulns[1].database_specific));
});

Deno.test("osv: a withdrawn vulnerability is still listed, with the time it was withdrawn", async () => {
  await using osv = startOsv();
  osv.publish({ id: "GHSA-1", package: "p", versions: ["1.0.0"], withdrawn: true });
  const [, { vulns }] = await query(osv, of("p", "1.0.0"));
  assert.ok(Date.parse(vulns[0].withdrawn) > 0);
});

Deno.test("osv: every page but the last names the next, and together they hold all, once", async () => {
  await using osv = startOsv();
  const ids = Array.from({ length: 7 }, (_, number) => `GHSA-${number}`);
  for (const id of ids) osv.publish({ id, package: "p", versions: ["1.0.0"] });
  for (const size of [1, 2, 3, 7, 8]) {
    osv.pageSize = size;
    const seen: string[] = [];
    let page_token: string | undefined;
    do {
      const [, page] = await query(osv, { ...of("p", "1.0.0"), page_token });
      seen.push(...page.vulns.map(({ id }: { id: string }) => id));
      page_token = page.next_page_token;
    } while (page_token !== undefined);
    assert.deepEqual(seen, ids, `pages of ${size}`);
  }
});

Deno.test("osv: a query without package, ecosystem or version is 400, another path 404", async () => {
  await using osv = startOsv();
  for (
    const body of [
      {},
      { package: { name: "p", ecosystem: "npm" } },
      { package: { name: "p", ecosystem: "PyPI" }, version: "1.0.0" },
      { package: { ecosystem: "npm" }, version: "1.0.0" },
    ]
  ) {
    assert.deepEqual(await query(osv, body), [400, { code: 3, message: "Invalid query" }]);
  }
  assert.equal((await query(osv, of("p", "1.0.0"), "/v2/query"))[0], 404);
});
