import assert from "node:assert/strict";
import { EARLIER } from "../../earlier.ts";
import { MIGRATIONS } from "../../migrations.ts";
import { migrate } from "../../platform/store/migrate.ts";
import { openSqlite } from "../../platform/store/sqlite.ts";
import { layBefore } from "../../testing/earlier.ts";

const NAME = "0019_shared_address";

Deno.test("the accounts of a store from before keep all that belongs to them, and may share an address", async () => {
  const db = openSqlite(":memory:");
  try {
    await layBefore(NAME, db);
    const at = "2026-01-01T00:00:00.000Z";
    const user = (id: string, email: string) => ({
      id,
      name: id,
      email,
      emailVerified: 0,
      image: null,
      createdAt: at,
      updatedAt: at,
      username: id,
      displayUsername: id,
    });
    const session = (id: string, userId: string) => ({
      id,
      expiresAt: at,
      token: id,
      createdAt: at,
      updatedAt: at,
      ipAddress: null,
      userAgent: null,
      userId,
    });
    await db.insertInto("user").values([user("ada", "a@x.org"), user("bob", "b@x.org")]).execute();
    await db.insertInto("session").values([session("s1", "ada"), session("s2", "bob")]).execute();
    const users = await db.selectFrom("user").selectAll().orderBy("id").execute();
    await assert.rejects(db.insertInto("user").values(user("eve", "a@x.org")).execute());

    assert.ok((await migrate(db, MIGRATIONS, EARLIER)).includes(NAME));
    assert.deepEqual(await db.selectFrom("user").selectAll().orderBy("id").execute(), users);
    assert.equal((await db.selectFrom("session").selectAll().execute()).length, 2);

    await db.insertInto("user").values(user("eve", "a@x.org")).execute();
    await assert.rejects(
      db.insertInto("user").values({ ...user("eva", "c@x.org"), username: "ada" }).execute(),
      /UNIQUE/,
    );
    await assert.rejects(
      db.insertInto("session").values(session("s3", "nobody")).execute(),
      /FOREIGN KEY/,
      "references are checked again",
    );
    await db.deleteFrom("user").where("id", "=", "ada").execute();
    const left = await db.selectFrom("session").select("id").execute();
    assert.deepEqual(left.map(({ id }) => id), ["s2"], "they lead to the new table");
  } finally {
    await db.destroy();
  }
});
