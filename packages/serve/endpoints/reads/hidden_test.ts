import assert from "node:assert/strict";
import { parseReadable, parseRunnable } from "../../rights/rights.ts";
import { callerNamed, namedCallers } from "../../testing/callers.ts";
import { testServer } from "../../testing/server.ts";
import { HIDDEN, SECRET, sharedRepository } from "../../testing/shared_repository.ts";
import type { Repository } from "@svc/runtime/repository";

const { name, word } = HIDDEN;

/** `bob` may see `hello` only, `ada` all, `cleo` may run a method of `hello`, `dan` may see nothing. */
const CALLERS = namedCallers(
  callerNamed("ada"),
  callerNamed("bob", { run: [], read: [parseReadable("hello")] }),
  callerNamed("cleo", { run: [parseRunnable("hello:other")], read: [] }),
  callerNamed("dan", { run: [], read: [] }),
);

function serverOver(repository: Repository) {
  return testServer({ credentials: CALLERS }, { repository });
}

/** What a stranger would try. `{id}` is the hidden behavior's, `{run}` a run of it. */
const READS = [
  "/behaviors",
  `/behaviors?query=${name}`,
  "/behaviors/hello",
  `/behaviors/${name}`,
  "/behaviors/{id}",
  "/behaviors/keepe",
  `/behaviors/${name}/type`,
  "/behaviors/hello/type?compact=true",
  "/types",
  "/types/%40acme%2Fgreeter",
  "/history",
  "/history?limit=1",
  "/history?limit=3",
  `/history?behavior=${name}`,
  "/history?behavior={id}",
  "/history?status=failed",
  "/history/hello",
  `/history/${name}`,
  "/history/{run}",
  "/history/{start}",
  "/history/{run}/data",
  "/history/{run}/data?name=main",
  "/history/{run}/log",
  "/history/hello/log?tail=2",
  `/history/${name}/log`,
  "/data",
  "/data?limit=2",
  "/data?offset=3&limit=2",
  "/data?type=file",
  "/data?limit=0",
  `/behaviors/${name}/data`,
  "/behaviors/{id}/data",
  "/behaviors/hello/data",
  `/behaviors/${name}/data/main`,
  `/behaviors/${name}/data/main/versions`,
  `/behaviors/${name}/data/main/content`,
  `/behaviors/hello/data/of-${word}`,
  "/behaviors/hello/data/main",
  "/behaviors/hello/data/..%2F..%2F{id}%2Fmain",
  "/behaviors/hello/data/main/versions",
  "/data/search",
  `/data/search?query=${word}`,
  `/data/search?behavior=${name}`,
  "/data/search?tag=type%3Dresource&limit=1",
  "/reports",
  `/reports?query=${name}`,
  `/reports?behavior=${name}`,
  "/reports/%40acme%2Fsummary",
  `/reports/%40acme%2Fsummary?behavior=${name}`,
  "/reports/nothing",
];

/** Expressions that are true, fail or count something for hidden data only. */
const QUERIES = [
  { predicate: "true" },
  { predicate: "true", limit: 1 },
  { predicate: "true", limit: 0 },
  { predicate: `modelName == "${name}"` },
  { predicate: `modelName == "${name}" || modelName == "hello"`, select: "modelName" },
  { predicate: `modelName != "hello"` },
  { predicate: `content.text.contains("${word}")` },
  { predicate: `attributes.text == "Hello ${word}"`, select: "content" },
  { predicate: "true", select: '{"a": modelName, "b": modelId, "c": content}' },
  { predicate: "version >= 0", select: "version" },
  // Fails for the data of `keeper`, quoting it.
  { predicate: `modelName == "hello" || content.text.matches("(") ` },
  {
    predicate:
      `has(content.text) && (content.text.contains("${word}") ? content.nothing > 1 : true)`,
  },
  { predicate: `1 / (modelName == "${name}" ? 0 : 1) == 1` },
  { predicate: `1 / (modelName == "hello" ? 0 : 1) == 1` },
  { predicate: 'size > "x"' },
  { predicate: "nonsense ==" },
];

/** The hidden behavior's id, and a run of it. */
async function marks(server: { ask(path: string, as: string): Promise<Response> }) {
  const history = await (await server.ask("/api/v1/history", "ada")).json();
  const run = history.results.find((one: { modelName: string }) => one.modelName === name);
  return { id: run.definitionId as string, run: run.id as string };
}

Deno.test("who may not see a behavior gets the exact answers that they would get if it were not there", async () => {
  await using shared = await sharedRepository();
  await using absent = await shared.without();
  await using server = await serverOver(shared.repository);
  await using other = await serverOver(absent.repository);
  const { id, run } = await marks(server);
  const filled = (path: string) =>
    path.replace("{id}", id).replace("{run}", run).replace("{start}", run.slice(0, 8));
  const said = async (at: typeof server, as: string, path: string, init?: RequestInit) => {
    const response = await at.ask(`/api/v1${filled(path)}`, as, init);
    const text = await response.text();
    return `${response.status} ${text.replaceAll(at.repository.root, "")}`;
  };
  for (const as of ["bob", "cleo", "dan"]) {
    for (const path of READS) {
      const told = await said(server, as, path);
      assert.equal(told, await said(other, as, path), `${as} ${path}`);
      const asked = filled(path);
      if (!asked.includes(word)) assert.ok(!told.includes(word), `${as} ${path}: ${told}`);
      if (!asked.includes(run.slice(0, 8))) assert.ok(!told.includes(run), `${as} ${path}`);
    }
    for (const query of QUERIES) {
      const init = {
        method: "POST",
        body: JSON.stringify(query),
        headers: { "content-type": "application/json" },
      };
      const told = await said(server, as, "/data/query", init);
      assert.equal(told, await said(other, as, "/data/query", init), `${as} ${query.predicate}`);
    }
  }
  // The same requests show it to who may see all, so that the comparison is one.
  const all = await said(server, "ada", "/data/search");
  assert.ok(all.includes(name) && all !== await said(other, "ada", "/data/search"));
});

Deno.test("an answer that was prepared for one caller is none for another", async () => {
  await using shared = await sharedRepository();
  await using server = await serverOver(shared.repository);
  const total = async (as: string) => {
    const { results } = await (await server.ask("/api/v1/data/search", as)).json();
    return results.length as number;
  };
  const counts = [];
  for (const as of ["ada", "bob", "ada", "dan", "bob", "cleo", "ada"]) counts.push(await total(as));
  const [all, some] = counts as [number, number];
  assert.ok(some > 0 && all > some);
  assert.deepEqual(counts, [all, some, all, 0, some, some, all]);
});

Deno.test("no reading gives a secret of a vault: a reference stands in its place", async () => {
  await using shared = await sharedRepository();
  await using server = await serverOver(shared.repository);
  const { id, run } = await marks(server);
  let references = 0;
  const look = (what: string, text: string) => {
    assert.ok(!text.includes(SECRET), what);
    if (text.includes("vault.get('main'")) references++;
  };
  for (
    const path of [...READS, "/behaviors/hello/data/login", "/behaviors/hello/data/login/content"]
  ) {
    const asked = path.replace("{id}", id).replace("{run}", run).replace(
      "{start}",
      run.slice(0, 8),
    );
    look(path, await (await server.ask(`/api/v1${asked}`, "ada")).text());
  }
  for (
    const query of [
      ...QUERIES,
      { predicate: `content.token.startsWith("${SECRET.slice(0, 9)}")` },
      { predicate: 'name == "login"', select: "attributes.token" },
      { predicate: 'attributes.token.startsWith("tok-")', select: "name" },
    ]
  ) {
    const response = await server.ask("/api/v1/data/query", "ada", {
      method: "POST",
      body: JSON.stringify(query),
      headers: { "content-type": "application/json" },
    });
    look(query.predicate, await response.text());
  }
  assert.ok(references > 5, `${references} answers with references`);
});
