import assert from "node:assert/strict";
import { readConfig } from "../../platform/config/mod.ts";
import { testRegistry } from "../../testing.ts";

const read = (contact: string) => readConfig({ SVC_SECURITY_CONTACT: contact }).securityContact;

Deno.test("security.txt names the operator's contact, and ends within a year (RFC 9116)", async () => {
  await using registry = await testRegistry({
    now: new Date("2026-11-23T20:30:00Z"),
    environment: {
      SVC_SECURITY_CONTACT: "security@registry.example",
      SVC_BASE_URL: "https://registry.example",
    },
  });
  const answer = await registry.request("/.well-known/security.txt");
  assert.equal(answer.status, 200);
  assert.equal(answer.headers.get("content-type"), "text/plain; charset=utf-8");
  const lines = (await answer.text()).split("\n").filter((line) => !line.startsWith("#"));
  assert.deepEqual(lines, [
    "Contact: mailto:security@registry.example",
    "Expires: 2027-02-21T00:00:00.000Z",
    "Preferred-Languages: en",
    "Canonical: https://registry.example/.well-known/security.txt",
    "",
  ]);
});

Deno.test("without a contact there is no security.txt, and the answer says who could change that", async () => {
  await using registry = await testRegistry();
  const answer = await registry.request("/.well-known/security.txt");
  assert.equal(answer.status, 404);
  assert.match((await answer.json()).hint, /SVC_SECURITY_CONTACT/);
});

Deno.test("a security contact is one address of mail or of the web, and breaks no line", () => {
  const table: [string, string][] = [
    ["", ""],
    ["a@example.org", "mailto:a@example.org"],
    ["mailto:a@example.org", "mailto:a@example.org"],
    ["https://example.org/report", "https://example.org/report"],
  ];
  for (const [given, contact] of table) assert.equal(read(given), contact);
  for (
    const bad of [
      "nobody",
      "http://example.org",
      "javascript:alert(1)",
      "a@example.org\nContact: b@example.org",
      "https://example.org/\r\nContact: https://evil.example",
      "a@example.org, b@example.org",
    ]
  ) assert.throws(() => read(bad), /SVC_SECURITY_CONTACT/, bad);
});

/** Whether the rules for all crawlers keep them from a path (RFC 9309 §2.2.2). */
function isClosed(robots: string, path: string): boolean {
  return robots.split("\n").filter((line) => line.startsWith("Disallow: ")).some((line) => {
    const pattern = line.slice("Disallow: ".length).split("*").map((part) => RegExp.escape(part));
    return new RegExp(`^${pattern.join(".*")}`).test(path);
  });
}

Deno.test("crawlers leave alone what has no end or is not for readers, and read the rest", async () => {
  await using registry = await testRegistry();
  const answer = await registry.request("/robots.txt");
  assert.deepEqual([answer.status, answer.headers.get("content-type")], [
    200,
    "text/plain; charset=utf-8",
  ]);
  const robots = await answer.text();
  assert.match(robots, /^User-agent: \*\n/);
  const version = "/extensions/@ada/x/2026.11.20.3";
  for (
    const path of [
      "/api/v1/extensions/search?q=a",
      "/search?q=a",
      `${version}/raw/models/x.ts`,
      `${version}/diff/2026.11.19.1`,
      "/extensions/@ada/x/settings",
      "/collectives/acme/settings/tokens",
      "/account/keys",
      "/oauth/consent?client_id=a",
    ]
  ) assert.ok(isClosed(robots, path), path);
  for (
    const path of [
      "/",
      "/extensions/@ada/x",
      "/extensions/@ada/settings",
      "/extensions/@ada/raw/versions",
      version,
      `${version}/files/models/x.ts`,
      "/collectives/acme",
      "/docs/oauth",
      "/lab/1",
      "/u/ada",
    ]
  ) assert.ok(!isClosed(robots, path), path);
});
