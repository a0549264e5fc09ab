import { SvcError } from "@svc/core/error";
import assert from "node:assert/strict";
import { addCollective, addPerson } from "../../testing/extensions/people.ts";
import { published } from "../../testing/extensions/push.ts";
import { testRegistry } from "../../testing.ts";
import { checkArchives } from "./check.ts";

Deno.test("a store of archives that cannot be used is a finding, and is asked once", async () => {
  await using registry = await testRegistry();
  const { services } = registry;
  await addCollective(services, "acme");
  const key = await addPerson(services, "ada", { acme: "admin" });
  for (const day of [1, 2]) await published(registry, key, { version: `2026.01.0${day}.1` });
  let asked = 0;
  const failing = (error: Error) => ({
    ...services.blobs,
    check: () => Promise.reject((asked++, error)),
  });
  const away = new SvcError("unavailable", "s3://archives: reading had no answer", {
    hint: "Check that the store runs",
  });
  assert.deepEqual(await checkArchives({ db: services.db, blobs: failing(away) }), [{
    check: "archives",
    status: "failing",
    message: "s3://archives: reading had no answer",
    hint: "Check that the store runs",
  }]);
  assert.equal(asked, 1);
  const fault = new TypeError("a fault of ours");
  await assert.rejects(checkArchives({ db: services.db, blobs: failing(fault) }), fault);
});
