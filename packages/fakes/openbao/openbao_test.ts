import { deepEqual, equal, ok } from "node:assert/strict";
import { COMMON_STATUSES, type DocumentedOperation, OPERATIONS } from "./testing/description.ts";
import { type OpenbaoService, startOpenbao } from "./openbao.ts";

async function ask(
  bao: OpenbaoService,
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = { "x-vault-token": bao.token },
): Promise<{ status: number; json: Record<string, unknown> }> {
  const answer = await fetch(`${bao.url}/v1${path}`, {
    method,
    headers,
    body: body === undefined ? null : JSON.stringify(body),
    redirect: "manual",
  });
  const text = await answer.text();
  return { status: answer.status, json: text === "" ? {} : JSON.parse(text) };
}

/** A request of each operation on an entry of two versions, of which the second is deleted where needed. */
const PATHS: Record<string, string> = {
  ":mount": "secret",
  ":auth": "approle",
  ":path": "app/key",
};

const BODIES: Record<string, unknown> = {
  data: { a: "1" },
  role_id: "role",
};

/** The fields of an answer as the description writes them. */
function fieldsOf(value: unknown, described: readonly string[], at = ""): string[] {
  if (described.includes(`${at}.*`)) return [`${at}.*`];
  if (typeof value !== "object" || value === null || Array.isArray(value)) return [at];
  return Object.entries(value).flatMap(([name, inner]) =>
    fieldsOf(inner, described, at === "" ? name : `${at}.${name}`)
  );
}

for (const [name, operation] of Object.entries<DocumentedOperation>(OPERATIONS)) {
  Deno.test(`openbao: '${name}' answers as its manual says`, async () => {
    await using bao = startOpenbao();
    bao.roles.set("role", { secretId: "secret" });
    bao.engine().write("app/key", { a: "1" }, undefined);
    const listed = operation.method === "LIST";
    const path = operation.path.replace(
      /:\w+/g,
      (one) => one === ":path" && listed ? "app" : PATHS[one]!,
    );
    const body = operation.method === "POST"
      ? {
        ...Object.fromEntries((operation.required ?? []).map((field) => [field, BODIES[field]])),
        ...(name.startsWith("Login") ? { secret_id: "secret" } : {}),
      }
      : undefined;
    const [method, query] = listed ? ["GET", "?list=true"] : [operation.method, ""];
    const { status, json } = await ask(bao, method, path + query, body);
    ok(operation.statuses.includes(status), `${status}`);
    const root = name.startsWith("Login") ? "auth" : "data";
    const fields = status === 204 ? [] : fieldsOf(json[root], operation.answer, root);
    deepEqual(fields.sort(), [...operation.answer].sort());
    for (const field of operation.required ?? []) {
      const without = await ask(bao, method, path, { ...body, [field]: undefined });
      equal(without.status, 400, field);
    }
    for (const headers of [{}, { "x-vault-token": "other" }]) {
      const refused = await ask(bao, method, path + query, body, headers);
      equal(refused.status, name.startsWith("Login") ? 200 : 403);
    }
  });
}

Deno.test("openbao: a write follows the version it names, and nothing is lost", async () => {
  await using bao = startOpenbao();
  const write = (cas: number, value: string) =>
    ask(bao, "POST", "/secret/data/k", { data: { value }, options: { cas } });
  equal((await write(0, "a")).status, 200);
  const refused = await write(0, "b");
  equal(refused.status, 400);
  deepEqual(refused.json.errors, ["check-and-set parameter did not match the current version"]);
  equal((await write(1, "b")).status, 200);
  const first = await ask(bao, "GET", "/secret/data/k?version=1");
  deepEqual((first.json.data as { data: unknown }).data, { value: "a" });
  // A deleted version still counts.
  bao.engine().deleteLatest("k");
  const gone = await ask(bao, "GET", "/secret/data/k");
  equal(gone.status, 404);
  equal((gone.json.data as { metadata: { version: number } }).metadata.version, 2);
  equal((await write(0, "c")).status, 400);
  equal((await write(2, "c")).status, 200);
  equal((await ask(bao, "DELETE", "/secret/metadata/k")).status, 204);
  deepEqual((await ask(bao, "GET", "/secret/data/k")).json, { errors: [] });
});

Deno.test("openbao: a list has the names of one folder, by pages where it knows them", async () => {
  await using bao = startOpenbao();
  for (const name of ["f/a", "f/b", "f/c/d", "f/c", "g"]) bao.engine().write(name, {}, undefined);
  const list = async (query: string) =>
    ((await ask(bao, "GET", `/secret/metadata/f?list=true${query}`)).json.data as {
      keys: string[];
    })
      .keys;
  deepEqual(await list(""), ["a", "b", "c", "c/"]);
  deepEqual(await list("&limit=2"), ["a", "b"]);
  deepEqual(await list("&limit=2&after=b"), ["c", "c/"]);
  bao.pages = false;
  deepEqual(await list("&limit=2&after=b"), ["a", "b", "c", "c/"]);
  equal((await ask(bao, "GET", "/secret/metadata/none?list=true")).status, 404);
});

Deno.test("openbao: its faults are the statuses that are documented", async () => {
  await using bao = startOpenbao();
  const statuses: number[] = [];
  const look = async () => void statuses.push((await ask(bao, "GET", "/secret/data/k")).status);
  bao.sealed = true;
  await look();
  bao.sealed = false;
  bao.limited = 1;
  await look();
  bao.standbyOf = "http://127.0.0.1:1";
  await look();
  bao.standbyOf = undefined;
  bao.denied.add("secret/data/k");
  await look();
  deepEqual(statuses, [503, 429, 307, 403]);
  ok(statuses.every((one) => (COMMON_STATUSES as readonly number[]).includes(one)));
});

Deno.test("openbao: namespaces share nothing, and a role's token ends when it is revoked", async () => {
  await using bao = startOpenbao();
  const own = { "x-vault-token": bao.token, "x-vault-namespace": "team" };
  await ask(bao, "POST", "/secret/data/k", { data: { value: "a" } }, own);
  equal((await ask(bao, "GET", "/secret/data/k")).status, 404);
  equal((await ask(bao, "GET", "/secret/data/k", undefined, own)).status, 200);
  bao.roles.set("role", { secretId: "s" });
  const login = { role_id: "role", secret_id: "s" };
  const { json } = await ask(bao, "POST", "/auth/approle/login", login, {});
  const token = (json.auth as { client_token: string }).client_token;
  const look = () =>
    ask(bao, "GET", "/secret/metadata/x?list=true", undefined, { "x-vault-token": token });
  equal((await look()).status, 404);
  bao.revoke();
  equal((await look()).status, 403);
});
