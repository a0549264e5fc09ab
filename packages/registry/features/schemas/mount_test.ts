import assert from "node:assert/strict";
import { Ajv } from "ajv";
import formats from "ajv-formats";
import { parse } from "yaml";
import { SCHEMA_NAMES, type SchemaName, schemaPath } from "@svc/core/file_schema";
import { testRegistry } from "../../testing.ts";

/** Files of each kind: which an editor takes, and which it marks. */
const CASES: Readonly<Record<SchemaName, { good: string[]; bad: string[] }>> = {
  manifest: {
    good: ['manifestVersion: 1\nname: "@a/b"\nversion: 2026.11.21.1\nmodels: [a.ts]\nother: 1\n'],
    bad: ['manifestVersion: 1\nname: "@a/b"\nversion: 2026.11.21.1\n'],
  },
  behavior: {
    good: [
      'type: "@a/b"\nid: a1\nname: x\nmethods:\n  m:\n    arguments:\n      token: ${{ env.T }}\n',
      'type: "@a/b"\nid: a1\nname: x\nglobalArguments:\ntags: { n: 5 }\nown: 1\n',
    ],
    bad: ['type: "@a/b"\nid: a1\n', 'type: "@a/b"\nid: a1\nname: x\ndriver: docker\n'],
  },
  vault: {
    good: ["id: a1\nname: main\ntype: local_encryption\nconfig: {}\n"],
    bad: ["id: a1\nname: Main\ntype: local_encryption\n", "name: main\ntype: x\n"],
  },
  repository: {
    good: [
      "svcVersion: 2026.11.21\n",
      "minAge: 7d\ntools: [claude, other]\nnamespace: of another tool\n",
      'datastore: { type: filesystem, path: /x }\npins: ["@a/b@2026.11.21.1"]\n',
      'datastore: { type: "@a/b", config: { token: "${{ env.T }}" } }\n',
    ],
    bad: [
      "pins: [a]\n",
      "registry: registry.example.org\n",
      "datastore: { type: filesystem }\n",
      'datastore: { type: "@a/b", path: /x }\n',
      "datastore: { type: other }\n",
    ],
  },
};

Deno.test("editors get the schemas of the files that people edit, and mark what is wrong in them", async () => {
  await using registry = await testRegistry();
  for (const name of SCHEMA_NAMES) {
    const answer = await registry.request(schemaPath(name));
    assert.equal(answer.status, 200);
    assert.equal(answer.headers.get("access-control-allow-origin"), "*");
    assert.match(answer.headers.get("cache-control")!, /^public, max-age=/);
    const ajv = new Ajv({ strict: true, strictTypes: false, strictRequired: false });
    (formats as unknown as (ajv: Ajv) => void)(ajv);
    const check = ajv.compile(await answer.json());
    const { good, bad } = CASES[name];
    for (const text of good) {
      assert.ok(check(parse(text)), `${name}: ${text}${JSON.stringify(check.errors)}`);
    }
    for (const text of bad) assert.ok(!check(parse(text)), `${name}: ${text}`);
  }
});
