import assert from "node:assert/strict";
import { testRegistry } from "../../packages/registry/testing.ts";

/** What page and description must agree on, of one endpoint. */
interface Facts {
  scope: string | null;
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

function onPage(page: string): Map<string, Facts> {
  const sections = page.split(/^### /m).slice(1);
  return new Map(sections.map((section) => {
    const text = section.split(/^## /m)[0]!;
    const endpoint = text.slice(0, text.indexOf("\n")).trim();
    return [endpoint, {
      scope: /^Scope: `([^`]+)`\./m.exec(text)?.[1] ?? null,
      role: /Role: (\w+)\./.exec(text)?.[1] ?? "",
      query: listed(text, "Query"),
      body: listed(text, "Body"),
      answer: listed(text, "Answer"),
    }];
  }));
}

/** The names after `Label:` up to the full stop. */
function listed(text: string, label: string): string[] {
  const list = new RegExp(`\\b${label}: ([^.]+)\\.`).exec(text)?.[1] ?? "";
  return [...list.matchAll(/`([^`]+)`/g)].map((match) => match[1]!).sort();
}

function inDescription(description: Json): Map<string, Facts> {
  const resolve = (value: unknown): Json => {
    const { $ref } = (value ?? {}) as { $ref?: string };
    if ($ref === undefined) return (value ?? {}) as Json;
    const parts = $ref.slice("#/".length).split("/");
    return resolve(parts.reduce<unknown>((at, part) => (at as Json)[part], description));
  };
  const fields = (content: unknown) => {
    const media = (resolve(content).content ?? {}) as Record<string, Json>;
    const { properties } = resolve(media["application/json"]?.schema);
    return Object.keys((properties ?? {}) as Json).sort();
  };
  const found = new Map<string, Facts>();
  for (const [path, operations] of Object.entries(description.paths as Record<string, Json>)) {
    for (const [method, value] of Object.entries(operations)) {
      const operation = value as Json & { tags: string[]; responses: Json; parameters?: unknown[] };
      if (!["collectives", "tokens"].includes(operation.tags[0]!)) continue;
      if (!path.startsWith("/api/v1/collectives")) continue;
      const success = Object.entries(operation.responses).find(([status]) => status < "300")?.[1];
      found.set(`${method.toUpperCase()} ${path}`, {
        scope: (operation["x-svc-scope"] as string | undefined) ?? null,
        role: operation["x-svc-role"] as string,
        query: (operation.parameters ?? []).map(resolve).filter((one) => one.in === "query")
          .map((one) => one.name as string).sort(),
        body: fields(operation.requestBody),
        answer: fields(success),
      });
    }
  }
  return found;
}
