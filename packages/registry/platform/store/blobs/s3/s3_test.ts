import { startS3rver } from "@svc/fakes/s3";
import { s3World } from "./testing/world.ts";
import { testS3 } from "./testing/run.ts";

Deno.test("archives in a bucket of s3rver", async (test) => {
  await using backend = await startS3rver();
  await using world = await s3World(backend);
  await testS3(test, world);
});
