import assert from "node:assert/strict";
import { addCollective, addPerson } from "./testing/extensions/people.ts";
import { published } from "./testing/extensions/push.ts";
import { signedUp } from "./testing/web/browse.ts";
import { testRegistry } from "./testing.ts";

Deno.test("the first answer is compressed, and so are pages of who is signed in, but for other sites", async () => {
  await using registry = await testRegistry();
  await addCollective(registry.services, "acme");
  const key = await addPerson(registry.services, "pusher", { acme: "owner" });
  await published(registry, key);
  const cookie = (await signedUp(registry, "ada")).cookie();
  const encodingOf = async (path: string, headers: Record<string, string> = {}) => {
    const answer = await registry.request(path, {
      headers: { "accept-encoding": "gzip, br", ...headers },
    });
    await answer.body?.cancel();
    assert.equal(answer.status, 200, path);
    return answer.headers.get("content-encoding");
  };
  const member = { cookie, "sec-fetch-site": "same-origin" };
  const expected: [path: string, headers: Record<string, string>, encoding: string | null][] = [
    ["/extensions/@acme/hello", {}, "br"],
    ["/extensions/@acme/hello", {}, "br"],
    ["/sign-in", {}, "br"],
    ["/api/v1/extensions/%40acme%2Fhello/scorecard", {}, "br"],
    ["/api/v1/extensions/%40acme%2Fhello/scorecard", { authorization: `Bearer ${key}` }, "br"],
    ["/search?q=hello", member, "br"],
    ["/account", member, "br"],
    // It shows private names beside what was searched for.
    ["/search?q=hello", { ...member, "sec-fetch-site": "cross-site" }, null],
    ["/account", { cookie }, null],
  ];
  for (const [path, headers, encoding] of expected) {
    assert.equal(await encodingOf(path, headers), encoding, `${path} ${JSON.stringify(headers)}`);
  }
});
