import { s3Error } from "@svc/fakes/s3";
import assert from "node:assert/strict";
import { isDamagedBlob } from "../../damaged.ts";
import { checksumOf, freshBytes } from "../../testing/conformance.ts";
import { openBucket } from "../bucket.ts";
import { S3_MANNERS } from "../manners.ts";
import type { S3World } from "./world.ts";

/** Stores fresh bytes while the store misbehaves once, and reads them back. */
async function putAndRead({ store }: S3World): Promise<void> {
  const { blobs } = store();
  const bytes = freshBytes(200_000);
  const checksum = checksumOf(bytes);
  await blobs.put(checksum, bytes);
  assert.deepEqual(await blobs.readAll(checksum), bytes);
}

/** What every store over S3 does when a server or the network misbehaves. */
export const S3_FAULTS: Readonly<Record<string, (world: S3World) => Promise<void>>> = {
  async "a busy server is asked again after a pause, as long as it asks for"(world) {
    const busy = [
      s3Error(503, "SlowDown", { "retry-after": "2" }),
      s3Error(500, "InternalError"),
      s3Error(429, "TooManyRequests"),
      s3Error(400, "RequestTimeout"),
    ];
    world.front.intercept = (_, forward) => {
      const answer = busy.shift();
      return answer ? Promise.resolve(answer) : forward();
    };
    world.pauses.length = 0;
    await putAndRead(world);
    assert.equal(world.pauses.length, 4);
    assert.equal(world.pauses[0], 2_000);
  },
  async "a server that stays busy is given up"(world) {
    world.front.intercept = () => Promise.resolve(s3Error(503, "SlowDown"));
    const before = world.front.requests.length;
    await assert.rejects(world.store().blobs.readAll("a".repeat(64)), {
      code: "unavailable",
      message: /reading was refused with 503 SlowDown/,
    });
    assert.equal(world.front.requests.length - before, 5);
  },
  async "a connection that breaks before the server hears of it is made again"(world) {
    world.relay.cut = { method: "PUT", when: "before", times: 1 };
    await putAndRead(world);
    assert.equal(world.relay.cut.times, 0);
  },
  async "a lost answer to a write is a write, when the object is there"(world) {
    const { blobs } = world.store();
    const bytes = freshBytes();
    world.relay.cut = { method: "PUT", when: "after", times: 99 };
    await blobs.put(checksumOf(bytes), bytes);
    assert.deepEqual(await blobs.readAll(checksumOf(bytes)), bytes);
    world.relay.cut = { method: "PUT", when: "before", times: 99 };
    const other = freshBytes();
    await assert.rejects(blobs.put(checksumOf(other), other), {
      code: "unavailable",
      message: /writing got no answer/,
    });
  },
  async "an answer that ends early, or has other bytes, is asked for again"(world) {
    const { blobs, uploads } = world.store();
    for (const length of [400_000, 2_000_000]) {
      const bytes = freshBytes(length);
      const checksum = checksumOf(bytes);
      await blobs.put(checksum, bytes);
      const id = crypto.randomUUID();
      await uploads.write(id, ReadableStream.from([bytes]));
      const reads = [
        async () => checksumOf((await blobs.readAll(checksum))!),
        async () => checksumOf(await new Response((await blobs.read(checksum))!.body).bytes()),
      ];
      for (const read of reads) {
        world.relay.cut = { method: "GET", when: { bytes: 100_000 }, times: 1 };
        assert.equal(await read(), checksum);
        assert.equal(world.relay.cut.times, 0);
        let altered = 0;
        world.front.intercept = async ({ method }, forward) =>
          method === "GET" && altered++ === 0 ? await altering(await forward()) : await forward();
        assert.equal(await read(), checksum);
        assert.equal(altered, 2);
        world.front.intercept = undefined;
      }
      world.relay.cut = { method: "GET", when: { bytes: 100_000 }, times: 1 };
      await using laid = (await uploads.lay(id, length))!;
      assert.equal(laid.checksum, checksum);
    }
  },
  async "an object with other bytes than its name says is refused, and none of it given away"(
    world,
  ) {
    const { blobs } = world.store();
    for (const length of [1_000, 2_000_000]) {
      const bytes = freshBytes(length);
      const checksum = checksumOf(bytes);
      await blobs.put(checksum, bytes);
      world.front.intercept = async ({ method }, forward) =>
        method === "GET" ? await altering(await forward()) : await forward();
      for (const read of [blobs.read, blobs.readAll]) {
        const error = await read(checksum).then(() => undefined, (error) => error);
        assert.ok(isDamagedBlob(error), String(error));
      }
      assert.equal(await blobs.check(checksum), "damaged");
      world.front.intercept = undefined;
    }
  },
  async "a server that says nothing is not waited for"(world) {
    const hanging = Promise.withResolvers<void>();
    let hung = false;
    world.front.intercept = async (_, forward) => {
      if (hung) return await forward();
      hung = true;
      await hanging.promise;
      return s3Error(500, "InternalError");
    };
    const { uploads } = world.store({ manners: { answerMs: 1_000 } });
    assert.equal(await uploads.size(crypto.randomUUID()), undefined);
    hanging.resolve();
  },
  async "a server that knows no header of checksums gets none"(world) {
    const seen: boolean[] = [];
    world.front.intercept = async ({ method, headers }, forward) => {
      if (method !== "PUT") return await forward();
      seen.push(headers.has("x-amz-checksum-sha256"));
      return seen.at(-1) ? s3Error(501, "NotImplemented") : await forward();
    };
    const { blobs } = world.store();
    for (const bytes of [freshBytes(), freshBytes()]) await blobs.put(checksumOf(bytes), bytes);
    assert.deepEqual(seen, [true, false, false]);
  },
  async "archives on their way to such a server at once all arrive"(world) {
    const both = Promise.withResolvers<void>();
    let refused = 0;
    world.front.intercept = async ({ method, headers }, forward) => {
      if (method !== "PUT" || !headers.has("x-amz-checksum-sha256")) return await forward();
      if (++refused === 2) both.resolve();
      await both.promise;
      return s3Error(501, "NotImplemented");
    };
    const { blobs } = world.store();
    const all = [freshBytes(), freshBytes()];
    await Promise.all(all.map((bytes) => blobs.put(checksumOf(bytes), bytes)));
    for (const bytes of all) assert.equal(await blobs.check(checksumOf(bytes)), "whole");
  },
  async "a listing of many pages has every object; one that repeats itself is refused"(world) {
    const target = { ...world.target(), prefix: `${crypto.randomUUID()}/` };
    const bucket = openBucket(target, { ...S3_MANNERS, pageKeys: 2 });
    const keys = ["blobs/a", "blobs/b", "blobs/c", "blobs/d", "blobs/e"];
    const bytes = freshBytes(3);
    for (const key of [...keys, "other"]) await bucket.put(key, bytes, checksumOf(bytes));
    const pages = world.backend.listsPages ? bucket : openBucket(target, S3_MANNERS);
    const listed = await Array.fromAsync(pages.list("blobs/"));
    assert.deepEqual(listed.map(({ key, bytes }) => [key, bytes]), keys.map((key) => [key, 3]));
    const page = `<ListBucketResult><Contents><Key>${target.prefix}blobs/a</Key><Size>3</Size>` +
      "<LastModified>2026-11-22T00:00:00Z</LastModified></Contents>" +
      "<IsTruncated>true</IsTruncated><NextContinuationToken>x</NextContinuationToken>" +
      "</ListBucketResult>";
    world.front.intercept = () => Promise.resolve(new Response(page));
    await assert.rejects(Array.fromAsync(bucket.list("blobs/")), /a listing repeats itself/);
    world.front.intercept = () =>
      Promise.resolve(new Response('<!DOCTYPE a [<!ENTITY b "c">]><ListBucketResult/>'));
    const quick = openBucket(target, { ...S3_MANNERS, tries: 1 });
    await assert.rejects(Array.fromAsync(quick.list("blobs/")), /a listing cannot be read/);
  },
  async "what keeps a store from being used is said at the start, without the secret"(world) {
    const said = async (target = world.target()) => {
      const error = await world.store({ target }).blobs.probe().then(() => undefined, (e) => e);
      assert.equal(error?.code, "unavailable", String(error));
      const shown = `${error.message} | ${error.hint}`;
      assert.ok(!`${shown} ${Deno.inspect(error)}`.includes(target.credentials.secretAccessKey));
      return shown;
    };
    assert.match(
      await said(world.target({ secret: `wrong-${crypto.randomUUID()}` })),
      /403 SignatureDoesNotMatch \| The secret does not match the key/,
    );
    const wrongKey = world.target();
    wrongKey.credentials = { ...wrongKey.credentials, accessKeyId: "AKIAUNKNOWN" };
    assert.match(
      await said(wrongKey),
      /403 InvalidAccessKeyId \| The store does not know this key/,
    );
    assert.match(
      await said(world.target({ bucket: "no-such-bucket" })),
      /404 NoSuchBucket \| Create the bucket/,
    );
    using listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
    const endpoint = `http://127.0.0.1:${listener.addr.port}`;
    listener.close();
    assert.match(
      await said(world.target({ endpoint })),
      /writing got no answer \| Check that the store runs/,
    );
    world.front.intercept = ({ method }, forward) =>
      method === "PUT" ? Promise.resolve(s3Error(403, "AccessDenied")) : forward();
    assert.match(
      await said(),
      /writing was refused with 403 AccessDenied \| Let the key or role do GetObj/,
    );
    const date = new Date(Date.now() - 60 * 60_000).toUTCString();
    world.front.intercept = () => Promise.resolve(s3Error(403, "RequestTimeTooSkewed", { date }));
    assert.match(
      await said(),
      /this machine's clock is 60 minutes ahead \| Set the clock of this machine/,
    );
    world.front.intercept = () =>
      Promise.resolve(s3Error(301, "PermanentRedirect", { "x-amz-bucket-region": "eu-west-1" }));
    assert.match(await said(), /the bucket's region is eu-west-1 \| Fix endpoint, region/);
    world.front.intercept = ({ method, path }, forward) =>
      method === "GET" && path.includes("/probes/")
        ? Promise.resolve(new Response("something else"))
        : forward();
    assert.match(await said(), /took 32 bytes and gave back other bytes/);
    world.front.intercept = () => Promise.resolve(s3Error(507, "InsufficientStorage"));
    await assert.rejects(world.store().blobs.probe(), { code: "storage_full" });
  },
  async "an address lets its bearer do one thing to one object, for a while"(world) {
    const { blobs, uploads } = world.store();
    const id = crypto.randomUUID();
    const put = (await uploads.address(id, 60_000))!;
    const bytes = freshBytes();
    const send = async (url: string, init?: RequestInit) => {
      const answer = await fetch(url, init);
      return [answer.status, await answer.bytes(), answer.headers] as const;
    };
    const headers = { "content-type": "application/gzip" };
    assert.equal((await send(put, { method: "PUT", body: bytes, headers }))[0], 200);
    assert.equal(await uploads.size(id), bytes.length);
    const another = put.replace(id, crypto.randomUUID());
    for (const [url, method] of [[another, "PUT"], [put, "DELETE"], [put, "GET"]] as const) {
      const body = method === "PUT" ? bytes : null;
      assert.equal((await send(url, { method, body }))[0], 403, `${method} ${url}`);
    }
    const checksum = checksumOf(bytes);
    await blobs.put(checksum, bytes);
    const get = (await blobs.address(checksum, 60_000))!;
    const [status, body, answered] = await send(get);
    assert.deepEqual([status, body], [200, bytes]);
    assert.equal(answered.get("content-type"), "application/gzip");
    assert.equal(answered.get("content-disposition"), "attachment");
    assert.equal((await send(get, { method: "PUT", body: bytes }))[0], 403);
    assert.equal((await send(get.replace("attachment", "inline")))[0], 403);
    const hourAgo = () => new Date(Date.now() - 60 * 60_000);
    const late = world.store({ manners: { now: hourAgo } });
    assert.equal((await send((await late.blobs.address(checksum, 60_000))!))[0], 403);
    const lateUpload = (await late.uploads.address(id, 60_000))!;
    assert.equal((await send(lateUpload, { method: "PUT", body: freshBytes() }))[0], 403);
    assert.deepEqual(await blobs.readAll(checksum), bytes);
    await using laid = (await uploads.lay(id, 10_000))!;
    assert.equal(laid.checksum, checksum);
  },
  async "a store that clients cannot reach gives no addresses"(world) {
    const { blobs, uploads } = world.store({ proxied: true });
    assert.equal(await blobs.address("a".repeat(64), 1_000), undefined);
    assert.equal(await uploads.address(crypto.randomUUID(), 1_000), undefined);
  },
};

/** The answer with one byte of its body changed. */
async function altering(answer: Response): Promise<Response> {
  const bytes = new Uint8Array(await answer.arrayBuffer());
  if (bytes.length > 0) bytes[bytes.length >> 1]! ^= 1;
  return new Response(bytes, answer);
}
