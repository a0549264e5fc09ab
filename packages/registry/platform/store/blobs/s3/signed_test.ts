import assert from "node:assert/strict";
import { openBucket } from "./bucket.ts";
import { S3_MANNERS } from "./manners.ts";
import type { S3Target } from "./target.ts";

const TOKEN = "IQoJ/token+of==";
const NOW = new Date("2026-11-23T00:00:00Z");

/** A bucket at `address` whose requests are signed with what ends `left` milliseconds from now. */
function bucketAt(address: string, left: number) {
  const target: S3Target = {
    address: `${address}/`,
    bucket: "archives",
    region: "eu-central-1",
    prefix: "",
    credentials: { source: "instance" },
    shown: "s3://archives",
  };
  const temporary = {
    accessKeyId: "ASIA1",
    secretAccessKey: "secret",
    sessionToken: TOKEN,
    expires: new Date(NOW.getTime() + left),
  };
  const manners = { ...S3_MANNERS, now: () => NOW };
  return openBucket(target, manners, () => Promise.resolve(temporary));
}

Deno.test("the token of temporary credentials goes with each request, signed", async () => {
  const seen: Headers[] = [];
  await using store = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen() {} }, (request) => {
    seen.push(request.headers);
    return new Response(null, { status: 204 });
  });
  await bucketAt(`http://127.0.0.1:${store.addr.port}`, 60_000).remove("blobs/a");
  assert.equal(seen[0]!.get("x-amz-security-token"), TOKEN);
  assert.match(seen[0]!.get("authorization")!, /SignedHeaders=[^,]*x-amz-security-token/);
});

Deno.test("an address has the token, and lives no longer than what signed it", async () => {
  const of = async (left: number) => {
    const bucket = bucketAt("https://archives.example", left);
    const { searchParams } = new URL(await bucket.address("PUT", "uploads/a", 15 * 60_000));
    assert.equal(searchParams.get("X-Amz-Security-Token"), TOKEN);
    assert.match(searchParams.get("X-Amz-Credential")!, /^ASIA1\//);
    return Number(searchParams.get("X-Amz-Expires"));
  };
  assert.equal(await of(60 * 60_000), 900);
  assert.equal(await of(6 * 60_000 + 999), 360);
  assert.equal(await of(400), 1, "a store takes no shorter one");
});
