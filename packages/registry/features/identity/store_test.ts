import assert from "node:assert/strict";
import { getMigrations } from "better-auth/db/migration";
import { testRegistry } from "../../testing.ts";
import { mayAskForDevice } from "../oauth/clients.ts";
import { oauthPlugins } from "../oauth/provider.ts";
import { authPlugins } from "./plugins.ts";

Deno.test("the identity library finds every table and column it expects in the migrated store", async () => {
  await using registry = await testRegistry();
  const { db, now } = registry.services;
  const { toBeAdded, toBeCreated } = await getMigrations({
    database: { db, type: "sqlite" },
    // It would warn that instants are text here, which is how SQLite keeps them.
    logger: { disabled: true },
    plugins: authPlugins({
      db,
      now,
      principalOf: () => Promise.resolve({ kind: "anonymous" }),
      provider: { mayAskForDevice, plugins: oauthPlugins },
    }),
  });
  assert.deepEqual(toBeCreated.map(({ table }) => table), []);
  assert.deepEqual(toBeAdded.map(({ table, fields }) => [table, Object.keys(fields)]), []);
});
