import assert from "node:assert/strict";
import { createDefinition } from "@svc/runtime/definitions";
import { GREET, modelText } from "../../runtime/testing/extension.ts";
import { greeterRepository } from "../../runtime/testing/repository.ts";
import { openServeState } from "../open.ts";
import { noteRun } from "../testing/noted_run.ts";
import { servedSite } from "./testing/site.ts";

/** Ids of runs that a page lists, by the links to them. */
function listed(html: string): string[] {
  return [...html.matchAll(/href="\/runs\/([0-9a-f-]{36})"/g)].map(([, id]) => id!);
}

Deno.test("runs: the form and the interface narrow the list down alike, and neither shows what is hidden", async () => {
  await using greeter = await greeterRepository(modelText(GREET));
  await createDefinition(greeter.repository, { type: "@acme/greeter", name: "plans-q7" });
  await using site = await servedSite(greeter.repository);
  using state = await openServeState(greeter.repository);
  const took = 1000;
  const at = (day: number) => `2026-11-${day}T12:00:00Z`;
  const ids = {
    a: noteRun(state, { at: at(20), took }),
    b: noteRun(state, { at: at(21), took, method: "wave", initiated_by: "user:ada" }),
    c: noteRun(state, { at: at(22), took, status: "failed", initiated_by: "schedule:nightly" }),
    d: noteRun(state, { at: at(23), took, behavior: "plans-q7", initiated_by: "token:ci" }),
  };
  const all = site.token("ada", { allow: ["*"] });
  const some = site.token("guest", { read: ["hello"] });
  const visitor = site.visitor();
  await visitor.signIn(all);
  const guest = site.visitor();
  await guest.signIn(some);
  const asked: [query: string, found: string][] = [
    ["", "dcba"],
    ["behavior=hello", "cba"],
    ["behavior=&method=wave", "b"],
    ["status=failed", "c"],
    ["by=ada", "ba"],
    ["by=user:ada", "b"],
    ["by=d", ""],
    ["since=2026-11-22", "dc"],
    ["until=2026-11-21", "ba"],
    ["since=2026-11-21&until=2026-11-22&by=nightly", "c"],
    ["method=greet&before=" + ids.c, "a"],
    ["behavior=plans-q7", "d"],
  ];
  for (const [query, found] of asked) {
    const wanted = [...found].map((name) => ids[name as keyof typeof ids]);
    const page = await visitor.get(`/runs?${query}`);
    assert.deepEqual(listed(page.html), wanted, query);
    const api = async (token: string) => {
      const filled = [...new URLSearchParams(query)].filter(([, value]) => value !== "");
      const response = await fetch(`${site.url}/api/v1/runs?${new URLSearchParams(filled)}`, {
        headers: { authorization: `Bearer ${token}` },
      });
      const { runs } = await response.json() as { runs: { id: string }[] };
      return runs.map(({ id }) => id);
    };
    assert.deepEqual(await api(all), wanted, query);
    const seen = await guest.get(`/runs?${query}`);
    const visible = wanted.filter((id) => id !== ids.d);
    assert.deepEqual(listed(seen.html), visible, `${query} as a guest`);
    assert.deepEqual(await api(some), visible, `${query} as a guest`);
    assert.ok(query.includes("plans") || !seen.html.includes("plans-q7"), query);
  }
  const none = await visitor.get("/runs?by=nobody");
  assert.match(none.html, /no runs like that[^<]*<a href="\/runs">/);
  const wrong = await visitor.get("/runs?since=yesterday&status=lost&before=x");
  assert.equal(wrong.status, 400);
  assert.match(wrong.html, /aria-invalid="true"/);
  assert.deepEqual(listed(wrong.html), []);
});

Deno.test("runs: pages go on behind the last run, and keep the filter", async () => {
  await using greeter = await greeterRepository(modelText(GREET));
  await using site = await servedSite(greeter.repository);
  using state = await openServeState(greeter.repository);
  const first = Date.parse("2026-11-21T10:00:00Z");
  const ids = Array.from(
    { length: 101 },
    (_, n) => noteRun(state, { at: new Date(first + n * 60_000).toISOString(), took: n }),
  ).reverse();
  noteRun(state, { at: "2026-11-20T10:00:00Z", status: "failed", took: 1 });
  const visitor = site.visitor();
  await visitor.signIn(site.token("ada", { allow: ["*"] }));
  const seen: string[] = [];
  let path: string | undefined = "/runs?status=succeeded&by=ada";
  for (let pages = 0; path !== undefined; pages++) {
    assert.ok(pages < 3);
    const { html } = await visitor.get(path);
    seen.push(...listed(html));
    path = /href="([^"]+)">Older runs/.exec(html)?.[1]?.replaceAll("&amp;", "&");
    assert.equal(html.includes(">Newest runs<"), pages > 0);
  }
  assert.deepEqual(seen, ids);
});
