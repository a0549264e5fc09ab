import assert from "node:assert/strict";
import { OWNER, version, writeBehavior } from "../../../runtime/testing/stored.ts";
import { writeVersion } from "../../../runtime/data/store/write.ts";
import { callerNamed, namedCallers } from "../../testing/callers.ts";
import { testServer } from "../../testing/server.ts";

async function serverWith(value: unknown) {
  const credentials = namedCallers(callerNamed("ada"), callerNamed("bob"));
  const server = await testServer({ credentials });
  await writeBehavior(server.repository, "hello");
  const { data, content } = version("main", value);
  await writeVersion(server.repository, OWNER, data, content);
  const query = async (body: unknown, as = "ada") => {
    const response = await server.ask("/api/v1/data/query", as, {
      method: "POST",
      body: JSON.stringify(body),
      headers: { "content-type": "application/json" },
    });
    return { status: response.status, body: await response.json() };
  };
  return Object.assign(server, { query });
}

Deno.test("a wrong expression is 400 and tells the place", async () => {
  await using server = await serverWith({ count: 1 });
  const refused = async (body: unknown) => {
    const answer = await server.query(body);
    return [answer.status, answer.body.code, answer.body.error as string] as const;
  };
  const [status, code, error] = await refused({ predicate: "size >\n  > 1" });
  assert.deepEqual([status, code], [400, "invalid_argument"]);
  assert.match(error, /\| {3}> 1\n.*\^/);
  assert.match((await refused({ predicate: "sise > 1" }))[2], /names an unknown field: sise/);
  assert.match(
    (await refused({ predicate: "true", select: "(" }))[2],
    /^The select is not a valid expression/,
  );
  assert.match((await refused({ predicate: "size" }))[2], /gives number, not true or false/);
  assert.match((await refused({ predicate: 'size > "a"' }))[2], /predicate/);
});

Deno.test("the length of expressions and the number of results are bounded, other keys refused", async () => {
  await using server = await serverWith({ count: 1 });
  const longest = `true${" ".repeat(4092)}`;
  assert.equal((await server.query({ predicate: longest, limit: 10_000 })).status, 200);
  for (
    const body of [
      { predicate: `${longest} ` },
      { predicate: "true", select: `${longest} ` },
      { predicate: "true", limit: 10_001 },
      { predicate: "true", limit: -1 },
      { predicate: "true", limit: 1.5 },
      { predicate: "true", timeLimitMs: 1 },
      { predicate: ["true"] },
      { select: "true" },
    ]
  ) {
    const { status, body: { code } } = await server.query(body);
    assert.deepEqual([status, code], [400, "validation_failed"], JSON.stringify(body).slice(0, 60));
  }
});

Deno.test("an expression that takes too long is ended, and holds up nobody else", async () => {
  await using server = await serverWith({ text: `${"a".repeat(60)}!` });
  let over = false;
  const endless = server.query({ predicate: 'content.text.matches("^(a+)+$")' })
    .finally(() => over = true);
  let answered = 0;
  while (!over && answered < 100) {
    assert.equal((await server.query({ predicate: "true" }, "bob")).body.total, 1);
    assert.equal((await server.ask("/api/v1/behaviors/hello/data/main", "bob")).status, 200);
    answered++;
  }
  assert.ok(answered > 5, `${answered} others were answered meanwhile`);
  const { status, body } = await endless;
  assert.deepEqual([status, body.code], [504, "timeout"]);
});

Deno.test("an expression that makes too much is ended as well", async () => {
  await using server = await serverWith({
    list: Array.from({ length: 2000 }, (_, n) => n),
    text: "x".repeat(1_000_000),
  });
  // What is searched is a text of its own, and no longer two that are joined when they are needed.
  const all =
    'content.list.map(n, [content.text + string(n)].filter(text, !text.contains("-"))[0])';
  const { body } = await server.query({ predicate: "true", select: all });
  assert.equal(body.code, "memory_limit", body.error);
  assert.equal((await server.query({ predicate: "true" })).status, 200);
});
