import assert from "node:assert/strict";
import { ENDPOINTS } from "../../endpoints/endpoints.ts";
import type { MatrixCaller } from "./callers.ts";
import { MATRIX, type MatrixRow } from "./rows.ts";
import { HELLO, OTHER, type Target } from "./target.ts";
import { type MatrixServer, matrixServer } from "./world.ts";

const ROWS: readonly [string, MatrixRow][] = Object.entries(MATRIX);

/** What a case must be answered. */
interface Expected {
  status: number;
  code?: string;
}

function expected(row: MatrixRow, target: Target | undefined, caller: MatrixCaller): Expected {
  const admitted = row.admitted ?? { status: 200 };
  if (row.needs === "anyone") return admitted;
  if (row.line.startsWith("POST ") && (caller.page ?? "own") !== "own") {
    return { status: 403, code: "forbidden" };
  }
  if (caller.refused !== undefined) return { status: 401, code: caller.refused };
  if (row.needs === "seeAll") {
    return caller.sees.includes("*") ? admitted : { status: 403, code: "forbidden" };
  }
  if (row.needs === "seeOfType") {
    const some = [HELLO, OTHER].some((name) => covers(caller.sees, name));
    return some ? admitted : { status: 404, code: "unknown_type" };
  }
  if (target === undefined) return admitted;
  const sees = covers(caller.sees, target.name);
  if (row.needs === "seeOutput") {
    return sees && target.there ? admitted : { status: 404, code: "run_not_found" };
  }
  const named = !isId(target.behavior) || target.there;
  const found = row.needs === "seeRun" || row.needs === "endRun" ? target.there : named;
  if (!sees || !found) return { status: 404, code: "not_found" };
  const runs = covers(caller.runs, target.name);
  if ((row.needs === "run" || row.needs === "endRun") && !runs) {
    return { status: 403, code: "forbidden" };
  }
  if (target.there || row.needs === "run") return admitted;
  return { status: 404, code: "definition_not_found" };
}

function covers(names: readonly string[], name: string): boolean {
  return names.includes("*") || names.includes(name);
}

function isId(text: string): boolean {
  return /^[0-9a-f]{8}-/.test(text);
}

function lineOf({ line }: MatrixRow, target: Target | undefined): string {
  return line.replaceAll(
    /\{(\w+)\}/g,
    (_, name: "behavior" | "run" | "output" | "schedule" | "webhook") => target![name],
  );
}

Deno.test("every operation that is answered has its row of the matrix, and no other has", () => {
  assert.deepEqual(ROWS.map(([key]) => key).sort(), ENDPOINTS.map(({ key }) => key).sort());
});

Deno.test("every operation answers every credential as its rights say, and tells no more", async (t) => {
  await using server = await matrixServer();
  for (const [key, row] of ROWS) {
    const targets = row.line.includes("{") ? server.targets : [undefined];
    await t.step(key, async () => {
      for (const target of targets) {
        // Who is refused as nobody is so whatever it is about: what is there, and what is not.
        const some = target === targets[0] || target === targets.at(-1);
        for (const caller of server.callers) {
          if (caller.refused === undefined || some) await holds(server, row, target, caller, some);
        }
      }
    });
  }
});

async function holds(
  server: MatrixServer,
  row: MatrixRow,
  target: Target | undefined,
  caller: MatrixCaller,
  head: boolean,
): Promise<void> {
  const line = lineOf(row, target);
  const told = `${line} as ${caller.name}`;
  const { status, code } = expected(row, target, caller);
  const response = await server.ask(line, caller, row.body);
  const text = await response.text();
  assert.equal(response.status, status, `${told}: ${text}`);
  if (code !== undefined) assert.equal(JSON.parse(text).code, code, told);
  assert.equal(response.headers.get("x-content-type-options"), "nosniff", told);
  assert.equal(response.headers.get("access-control-allow-origin"), null, told);
  if (status === 401) assert.match(response.headers.get("www-authenticate")!, /^Bearer/, told);
  if (head && row.line.startsWith("GET ")) {
    const answer = await server.ask(line.replace("GET", "HEAD"), caller);
    assert.deepEqual([answer.status, await answer.text()], [status, ""], `HEAD of ${told}`);
  }
  if (!covers(caller.sees, OTHER)) assert.ok(!tellsOf(text, line, OTHER), `${told}: ${text}`);
}

/** Whether a text names a behavior beyond what the request named itself. */
function tellsOf(text: string, line: string, behavior: string): boolean {
  return !line.includes(behavior) && text.includes(behavior);
}

Deno.test("tools for agents, which stand beside the table, take the same credentials", async () => {
  await using server = await matrixServer();
  const list = { jsonrpc: "2.0", id: 1, method: "tools/list", params: {} };
  for (const caller of server.callers) {
    const response = await server.ask("POST /mcp", caller, list);
    const text = await response.text();
    const told = `${caller.name}: ${response.status} ${text}`;
    const isBrowser = caller.headers?.cookie !== undefined;
    if (caller.refused === undefined && isBrowser) assert.equal(response.status, 403, told);
    else if (caller.refused === undefined) {
      assert.ok(![401, 403, 500].includes(response.status), told);
    } else assert.deepEqual([response.status, JSON.parse(text).code], [401, caller.refused], told);
    if (!covers(caller.sees, OTHER)) assert.ok(!text.includes(OTHER), told);
  }
});

Deno.test("what a caller may not see is answered byte by byte as what is not there", async () => {
  await using server = await matrixServer();
  const [hidden] = server.targets.filter(({ behavior }) => behavior === OTHER);
  const [nothing] = server.targets.filter(({ behavior }) => behavior === "nothing-q7");
  const blind = server.callers.filter(({ refused, sees }) =>
    refused === undefined && !covers(sees, OTHER)
  );
  assert.ok(blind.length >= 5);
  const rows = ROWS.filter(([, { line }]) => line.includes("{"));
  for (const [key, row] of rows) {
    for (const caller of blind) {
      const [there, absent] = [hidden!, nothing!].map(async (target) => {
        const line = lineOf(row, target);
        const response = await server.ask(line, caller, row.body);
        const text = (await response.text())
          .replaceAll(target.behavior, "…").replaceAll(target.output, "…");
        const headers = [...response.headers].filter(([name]) => name !== "date");
        return { status: response.status, text, headers: Object.fromEntries(headers) };
      });
      const shown = await there!;
      delete shown.headers["content-length"];
      const other = await absent!;
      delete other.headers["content-length"];
      assert.deepEqual(shown, other, `${key} as ${caller.name}`);
    }
  }
});
