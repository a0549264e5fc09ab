import assert from "node:assert/strict";
import { POLICY_ROWS } from "@svc/core/policy";
import fc from "fast-check";
import { routePath, routePattern } from "./route_path.ts";

const ROOT = "/api/v1/extensions/";

Deno.test("a name routes alike however a program encodes it", () => {
  const segment = fc.stringMatching(/^[a-z0-9_-]{1,8}$/);
  const name = fc.array(segment, { minLength: 2, maxLength: 4 }).map((parts) =>
    `@${parts.join("/")}`
  );
  const action = fc.constantFrom("", "/latest", "/versions", "/yank", "/scorecard");
  const version = fc.constantFrom("", "@2026.01.02.1");
  fc.assert(fc.property(name, version, action, (name, version, action) => {
    const written = routePath(`${ROOT}${name}${version}${action}`);
    const encoded = routePath(`${ROOT}${encodeURIComponent(name)}${version}${action}`);
    // As Go's `url.PathEscape`; the whole of a name and its version; as Python's `quote`.
    assert.equal(
      routePath(`${ROOT}@${encodeURIComponent(name.slice(1))}${version}${action}`),
      encoded,
    );
    assert.equal(routePath(`${ROOT}${encodeURIComponent(name + version)}${action}`), encoded);
    assert.equal(routePath(`${ROOT}%40${name.slice(1)}${version}${action}`), written);
    assert.equal(encoded.startsWith(`${ROOT}${encodeURIComponent(name)}`), true);
    // A last segment that is an action's word can only be told from a name when it is encoded.
    const ambiguous = version === "" && action === "" &&
      /\/[^/]+\/.*(?:latest|versions|yank|scorecard)$/.test(name);
    if (!ambiguous) assert.equal(written, encoded);
  }));
});

Deno.test("every action of the policy table can follow a name that is written out", () => {
  const actions = POLICY_ROWS.flatMap(([, { path }]) =>
    path.startsWith(`${ROOT}{name}`) && path.includes("}/") ? [path.split("/").at(-1)!] : []
  );
  assert.ok(actions.length > 10, "the actions were not found");
  for (const action of actions) {
    assert.equal(routePath(`${ROOT}@a/b/${action}`), `${ROOT}%40a%2Fb/${action}`);
  }
});

Deno.test("the version splits at the literal @, and other paths stay as they are", () => {
  assert.equal(
    routePath(`${ROOT}%40a%2Fb@2026.01.02.1/download`),
    `${ROOT}%40a%2Fb/@/2026.01.02.1/download`,
  );
  assert.equal(routePath(`${ROOT}@a/latest`), `${ROOT}%40a%2Flatest`);
  assert.equal(routePath(`${ROOT}@a/b/latest`), `${ROOT}%40a%2Fb/latest`);
  assert.equal(routePath(`${ROOT}search`), `${ROOT}search`);
  assert.equal(routePath("/index/%40a%2Fb.json"), routePath("/index/@a/b.json"));
  assert.equal(routePath("/index/@a/b.json"), "/index/@/%40a%2Fb");
  assert.equal(routePath("/@a/b"), "/@a/b");
  assert.equal(routePath(`${ROOT}%40%ZZ`), `${ROOT}%2540%25ZZ`);
});

Deno.test("a policy path becomes the router's pattern", () => {
  assert.equal(routePattern("/api/v1/collectives/{slug}"), "/api/v1/collectives/:slug");
  assert.equal(
    routePattern(`${ROOT}{name}@{version}/yank`),
    `${ROOT}:name/@/:version/yank`,
  );
  assert.equal(routePattern("/index/{name}.json"), "/index/@/:name");
});
