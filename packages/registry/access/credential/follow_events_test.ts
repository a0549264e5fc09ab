import { createEvents, type EventMap } from "../../platform/events/events.ts";
import { credentialCache, followEvents } from "./credential_cache.ts";
import type { Principal } from "./principal.ts";
import assert from "node:assert/strict";

const user = { id: "u", username: "ada" };
const PRINCIPALS = {
  session: { kind: "session", sessionId: "s", user },
  key: { kind: "personalKey", keyId: "k", user },
  exchange: { kind: "exchange", keyId: "k", user },
  token: {
    kind: "collectiveToken",
    tokenId: "t",
    collective: { id: "c", slug: "acme" },
    scopes: [],
  },
} satisfies Record<string, Principal>;

/** What is still known after one event. */
function left<Name extends keyof EventMap>(name: Name, event: EventMap[Name]): string[] {
  const events = createEvents();
  const cache = credentialCache(() => 0);
  followEvents(cache, events);
  for (const [hash, principal] of Object.entries(PRINCIPALS)) {
    cache.set(hash, { principal, enabled: true, expiresAt: undefined }, cache.generation());
  }
  events.emit(name, event);
  return Object.keys(PRINCIPALS).filter((hash) => cache.get(hash) !== undefined);
}

Deno.test("each event makes the cache forget what it ends, and nothing else", () => {
  assert.deepEqual(left("credential.ended", { ids: ["k"] }), ["session", "token"]);
  assert.deepEqual(left("credential.ended", { ids: ["t", "k"] }), ["session"]);
  assert.deepEqual(left("sessions.ended", {}), ["key", "exchange", "token"]);
  assert.deepEqual(left("collective.changed", { collectiveId: "c" }), [
    "session",
    "key",
    "exchange",
  ]);
  assert.deepEqual(left("collective.changed", { collectiveId: "another" }).length, 4);
  assert.deepEqual(left("store.changed", {}), []);
  assert.deepEqual(left("extension.changed", { extensionId: "e", name: "@a/b" }).length, 4);
});
