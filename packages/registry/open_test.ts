import assert from "node:assert/strict";
import { isSvcError } from "@svc/core/error";
import { closeServices } from "./open.ts";
import { relative } from "node:path";
import { hashPassword } from "./features/identity/password/hash.ts";
import { quietly } from "./testing/process.ts";

/** What a start on the data folder is refused with, and that nothing in it was changed. */
async function refusal(data: string): Promise<string> {
  const read = async () => {
    const names = (await Array.fromAsync(Deno.readDir(data))).filter(({ isFile }) => isFile);
    return await Promise.all(
      names.filter(({ name }) => name !== "lock").map(({ name }) =>
        Deno.readFile(`${data}/${name}`).then((bytes) => `${name} ${bytes.toHex()}`)
      ),
    );
  };
  const before = (await read()).sort();
  try {
    await closeServices(await quietly(data));
  } catch (error) {
    assert.ok(isSvcError(error), String(error));
    assert.equal(error.code, "unavailable");
    assert.match(
      error.hint!,
      /Keep the data folder as it is\..* npm run admin -- restore <backup>/,
    );
    assert.deepEqual((await read()).sort(), before, "nothing is changed or deleted");
    return error.message;
  }
  throw new Error("the server started");
}

Deno.test("a damaged database or log is named with what to do, and stays as it is", async () => {
  const data = await Deno.makeTempDir({ prefix: "svc-damaged-" });
  try {
    await closeServices(await quietly(data));
    const database = `${data}/svc.db`;
    const whole = await Deno.readFile(database);

    await Deno.writeTextFile(`${database}-wal`, "these are no pages of a log");
    assert.match(await refusal(data), /damaged: .*svc\.db-wal: it is not a log of SQLite$/);
    await Deno.remove(`${database}-wal`);

    await Deno.writeTextFile(database, "this is not a database at all".repeat(100));
    assert.match(await refusal(data), /damaged: .*svc\.db: file is not a database$/);

    // The first page of the schema, past the header that says what the file is.
    const torn = whole.slice();
    torn.fill(0xff, 100, 4096);
    await Deno.writeFile(database, torn);
    assert.match(await refusal(data), /damaged: .*svc\.db: .*malformed/);

    await Deno.writeFile(database, whole);
    await closeServices(await quietly(data));
  } finally {
    await Deno.remove(data, { recursive: true });
  }
});

Deno.test("a data folder is opened again by a relative path, as the default is, with odd characters", async () => {
  const made = await Deno.makeTempDir({ prefix: "svc-open-" });
  const data = `${relative(Deno.cwd(), made)}/a ?#%25`;
  try {
    for (let start = 0; start < 2; start++) await closeServices(await quietly(data));
  } finally {
    await Deno.remove(made, { recursive: true });
  }
});

Deno.test("a server hashes passwords at their full cost; only tests may ask for less", async () => {
  const data = await Deno.makeTempDir({ prefix: "svc-hash-" });
  try {
    const services = await quietly(data);
    await closeServices(services);
    assert.equal(services.identity.hashPassword, hashPassword);
  } finally {
    await Deno.remove(data, { recursive: true });
  }
});
