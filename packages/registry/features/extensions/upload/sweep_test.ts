import assert from "node:assert/strict";
import { LIMITS } from "@svc/core/limit";
import { packageOf } from "../../../testing/extensions/package.ts";
import { addCollective, addPerson } from "../../../testing/extensions/people.ts";
import { announcementOf, published, send, upload } from "../../../testing/extensions/push.ts";
import { sweep } from "../../../jobs.ts";
import { IN_FOLDER } from "../../../testing/bucket.ts";
import { testRegistry } from "../../../testing.ts";
import { analystInThread } from "../../../testing/in_thread.ts";
import { type Analyst, LONGEST_ANALYSIS_MS } from "../analysis/mod.ts";
import { sweepUploads } from "./sweep.ts";

Deno.test("an upload goes when its version is published; a sweep removes what broken-off ones left", async () => {
  await using registry = await testRegistry({ now: new Date() });
  const { services } = registry;
  const uploads = () => [...Deno.readDirSync(services.folder.uploads)].map(({ name }) => name);
  await addCollective(services, "acme");
  const key = await addPerson(services, "ada", { acme: "admin" });
  await published(registry, key);
  assert.deepEqual(uploads(), []);
  const next = { version: "2026.01.03.1" };
  await upload(registry, key, announcementOf(next), await packageOf(next));
  await Deno.writeTextFile(`${services.folder.uploads}/${crypto.randomUUID()}.aside`, "half");

  assert.deepEqual(await sweepUploads(services), { uploads: 0, files: 0 });
  registry.clock.now = new Date(registry.clock.now.getTime() + 2 * 60 * 60_000);
  assert.deepEqual(await sweepUploads(services), { uploads: 2, files: 2 });
  assert.deepEqual(uploads(), []);
});

Deno.test("an upload that waits for its analysis while a sweep goes over it is published", async () => {
  const inThread = analystInThread(Deno.execPath());
  const [asked, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const analyst: Analyst = {
    ...inThread,
    async open(path, announced) {
      asked.resolve();
      await goOn.promise;
      return await inThread.open(path, announced);
    },
  };
  await using registry = await testRegistry({ now: new Date(), analyst });
  const { services } = registry;
  await addCollective(services, "acme");
  const key = await addPerson(services, "ada", { acme: "member" });
  await upload(registry, key, announcementOf(), await packageOf());
  const path = "/api/v1/extensions/confirm";
  const confirmed = send(registry, "POST", path, key, announcementOf());
  await asked.promise;
  // It was announced a moment before it could not be confirmed any more, and waited for its turn.
  const waited = LIMITS.uploadLifetimeMs + LONGEST_ANALYSIS_MS - 60_000;
  registry.clock.now = new Date(registry.clock.now.getTime() + waited);
  await sweep(services);
  goOn.resolve();
  assert.equal((await confirmed).status, 200);
});

Deno.test("a damaged archive is refused and named in the log; the same bytes pushed again bring it back", async () => {
  await using registry = await testRegistry({ environment: IN_FOLDER });
  const { services } = registry;
  await addCollective(services, "acme");
  const key = await addPerson(services, "ada", { acme: "admin" });
  const { checksum } = await published(registry, key);
  const download = async () => {
    const redirect = await registry.request(
      "/api/v1/extensions/%40acme%2Fhello@2026.01.02.1/download",
    );
    return await registry.request(redirect.headers.get("location")!);
  };
  const path = `${services.folder.blobs}/${checksum.slice(0, 2)}/${checksum}`;
  const whole = new Uint8Array(await (await download()).arrayBuffer());
  await Deno.writeFile(path, whole.with(20, whole[20]! ^ 1));
  // The clock of files may stand still for milliseconds.
  await Deno.utime(path, 0, 0);
  assert.deepEqual(await (await download()).bytes(), whole, "as they are kept, for a minute");
  registry.clock.now = new Date(registry.clock.now.getTime() + 60_000);
  const refused = await download();
  assert.equal(refused.status, 503);
  assert.match((await refused.json()).error, /is damaged on the server/);
  assert.match(registry.logged.join("\n"), new RegExp(`archive\\.damaged.*${checksum}`));

  registry.clock.now = new Date(registry.clock.now.getTime() + 1000);
  const known = { ...announcementOf(), checksum };
  const announced = await send(registry, "POST", "/api/v1/extensions/push", key, known);
  await registry.request((await announced.json()).uploadUrl, {
    method: "PUT",
    body: await packageOf(),
  });
  const confirmed = await send(
    registry,
    "POST",
    "/api/v1/extensions/confirm",
    key,
    announcementOf(),
  );
  assert.equal((await confirmed.json()).alreadyPublished, true);
  assert.deepEqual(new Uint8Array(await (await download()).arrayBuffer()), whole);
  assert.match(registry.logged.join("\n"), /archive\.repaired/);
});

Deno.test("a clock that is set back or forward an hour amid publications loses nothing that was acknowledged", async () => {
  await using registry = await testRegistry();
  const { services } = registry;
  await addCollective(services, "acme");
  const key = await addPerson(services, "ada", { acme: "admin" });
  const step = (hours: number) => {
    registry.clock.now = new Date(registry.clock.now.getTime() + hours * 3_600_000);
  };
  const publish = async (version: string, afterUpload: number, afterwards: number) => {
    await upload(registry, key, announcementOf({ version }), await packageOf({ version }));
    step(afterUpload);
    const body = announcementOf({ version });
    const confirmed = await send(registry, "POST", "/api/v1/extensions/confirm", key, body);
    step(afterwards);
    await sweep(services);
    return { status: confirmed.status, answer: await confirmed.json() };
  };
  const checksums: string[] = [];
  for (const [n, [afterUpload, afterwards]] of [[0, -1], [-1, 0], [0, 2], [-1, 1]].entries()) {
    const { status, answer } = await publish(`2026.01.02.${n + 1}`, afterUpload!, afterwards!);
    assert.equal(status, 200, JSON.stringify(answer));
    checksums.push(answer.checksum);
  }
  // Past its time: refused with what to do.
  const late = await publish("2026.01.03.1", 1, 0);
  assert.deepEqual([late.status, late.answer.code], [409, "upload_missing"]);
  step(5);
  await sweep(services);
  for (const checksum of checksums) assert.equal(await services.blobs.check(checksum), "whole");
  const latest = await registry.request("/api/v1/extensions/@acme/hello");
  assert.equal((await latest.json()).latestVersion, "2026.01.02.4");
  const events = await services.db.selectFrom("audit_event").select("id").execute();
  assert.equal(events.length, 4);
});
