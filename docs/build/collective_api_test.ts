import assert from "node:assert/strict";
import { testRegistry } from "../../packages/registry/testing.ts";

/** What page and description must agree on, of one endpoint. */
interface Facts {
  scope: string | null;
  credentials: string;
  role: string;
  query: string[];
  body: string[];
  answer: string[];
}

type Json = Record<string, unknown>;

Deno.test("the page of the collective interface and the description agree in both directions", async () => {
  await using registry = await testRegistry();
  const description = await (await registry.request("/api/v1/openapi.json")).json();
  const page = await Deno.readTextFile(new URL("../collective-api.md", import.meta.url));
  const written = onPage(page);
  const described = inDescription(description);
  assert.ok(described.size > 0);
  assert.deepEqual([...written.keys()].sort(), [...described.keys()].sort());
  for (const [endpoint, facts] of written) {
    assert.deepEqual({ endpoint, ...facts }, { endpoint, ...described.get(endpoint) });
  }
});

Deno.test("the records on the page have the fields that the description gives them, in both directions", async () => {
  await using registry = await testRegistry();
  const description = await (await registry.request("/api/v1/openapi.json")).json();
  const page = await Deno.readTextFile(new URL("../collective-api.md", import.meta.url));
  assert.deepEqual(recordsOnPage(page), recordsInDescription(description));
});

/** What a page's words say of the credentials an endpoint takes. */
const CREDENTIALS: Readonly<Record<string, string>> = {
  "Session only": "session",
  "Session or exchanged session": "session, exchange",
  "Session or personal key": "session, personalKey",
  Scope: "session, personalKey, collectiveToken",
};

/** The bullets under `## Records`: the names before the colon, the fields up to the full stop. */
function recordsOnPage(page: string): Json {
  const section = page.split(/^## Records$/m)[1] ?? "";
  const records: Json = {};
  for (const bullet of section.split(/^- /m).slice(1)) {
    const [names, rest] = bullet.split(/: /) as [string, string];
    for (const name of quoted(names)) records[name] = quoted(rest.split(/\.\s/)[0]!).sort();
  }
  return sorted(records);
}

function recordsInDescription(description: Json): Json {
  const records: Json = {};
  for (const { operation } of collectiveOperations(description)) {
    const success = Object.entries(operation.responses).find(([status]) => status < "300")?.[1];
    for (const [name, value] of Object.entries(propertiesOf(description, success))) {
      const record = resolveIn(description, value);
      const one = record.type === "array" ? resolveIn(description, record.items) : record;
      if (one.properties) records[name] = Object.keys(one.properties as Json).sort();
    }
  }
  return sorted(records);
}

function sorted(records: Json): Json {
  return Object.fromEntries(Object.entries(records).sort(([a], [b]) => a < b ? -1 : 1));
}

function onPage(page: string): Map<string, Facts> {
  const sections = page.split(/^### /m).slice(1);
  return new Map(sections.map((section) => {
    const text = section.split(/^## /m)[0]!;
    const endpoint = text.slice(0, text.indexOf("\n")).trim();
    return [endpoint, {
      scope: /^Scope: `([^`]+)`\./m.exec(text)?.[1] ?? null,
      credentials: CREDENTIALS[/^(Scope|Session[^.]*)[:.]/m.exec(text)?.[1] ?? ""] ?? "",
      role: /Role: (\w+)\./.exec(text)?.[1] ?? "",
      query: listed(text, "Query"),
      body: listed(text, "Body"),
      answer: listed(text, "Answer"),
    }];
  }));
}

/** The names after `Label:` up to the full stop. */
function listed(text: string, label: string): string[] {
  return quoted(new RegExp(`\\b${label}: ([^.]+)\\.`).exec(text)?.[1] ?? "").sort();
}

function quoted(text: string): string[] {
  return [...text.matchAll(/`([^`]+)`/g)].map((match) => match[1]!);
}

interface Operation extends Json {
  tags: string[];
  responses: Json;
  parameters?: unknown[];
  "x-svc-credential": string[];
}

/** The endpoints the page is about. */
function collectiveOperations(description: Json) {
  return Object.entries(description.paths as Record<string, Json>).flatMap(([path, methods]) =>
    Object.entries(methods)
      .map(([method, value]) => ({ method, path, operation: value as Operation }))
      .filter(({ operation: { tags } }) =>
        ["collectives", "tokens", "publishing"].includes(tags[0]!) &&
        path.startsWith("/api/v1/collectives")
      )
  );
}

function resolveIn(description: Json, value: unknown): Json {
  const { $ref } = (value ?? {}) as { $ref?: string };
  if ($ref === undefined) return (value ?? {}) as Json;
  const parts = $ref.slice("#/".length).split("/");
  return resolveIn(
    description,
    parts.reduce<unknown>((at, part) => (at as Json)[part], description),
  );
}

function propertiesOf(description: Json, content: unknown): Json {
  const media = (resolveIn(description, content).content ?? {}) as Record<string, Json>;
  return (resolveIn(description, media["application/json"]?.schema).properties ?? {}) as Json;
}

function inDescription(description: Json): Map<string, Facts> {
  return new Map(
    collectiveOperations(description).map(({ method, path, operation }) => {
      const success = Object.entries(operation.responses).find(([status]) => status < "300")?.[1];
      return [`${method.toUpperCase()} ${path}`, {
        scope: (operation["x-svc-scope"] as string | undefined) ?? null,
        credentials: operation["x-svc-credential"].join(", "),
        role: operation["x-svc-role"] as string,
        query: (operation.parameters ?? []).map((one) => resolveIn(description, one))
          .filter((one) => one.in === "query").map((one) => one.name as string).sort(),
        body: Object.keys(propertiesOf(description, operation.requestBody)).sort(),
        answer: Object.keys(propertiesOf(description, success)).sort(),
      }];
    }),
  );
}
