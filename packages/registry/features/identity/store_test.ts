import assert from "node:assert/strict";
import { getMigrations } from "better-auth/db/migration";
import { createEvents } from "../../platform/events/events.ts";
import { isPostgres } from "../../platform/store/engine.ts";
import { testRegistry } from "../../testing.ts";
import { mayAskForDevice } from "../oauth/clients.ts";
import { endGrants } from "../oauth/end_grants.ts";
import { oauthPlugins } from "../oauth/provider.ts";
import { hashPassword } from "./password/hash.ts";
import { authPlugins } from "./plugins.ts";

Deno.test("the identity library finds every table and column it expects in the migrated store", async () => {
  await using registry = await testRegistry();
  const { db, now } = registry.services;
  const { toBeAdded, toBeCreated } = await getMigrations({
    database: { db, type: isPostgres(db) ? "postgres" : "sqlite" },
    // It would warn that instants are text here, which is how SQLite keeps them.
    logger: { disabled: true },
    plugins: authPlugins({
      config: {
        firstParty: "svc",
        admins: [],
        secret: "a test's secret",
        baseUrl: "http://registry.test",
      },
      db,
      now,
      outbox: registry.services.outbox,
      events: createEvents(),
      hashPassword,
      principalOf: () => Promise.resolve({ kind: "anonymous" }),
      provider: { mayAskForDevice, endGrants, plugins: oauthPlugins },
      limits: registry.services.auth.limits,
    }),
  });
  assert.deepEqual(toBeCreated.map(({ table }) => table), []);
  assert.deepEqual(toBeAdded.map(({ table, fields }) => [table, Object.keys(fields)]), []);
});
