// Runs the S3 server program of the npm package in a process of its own: `deno run -A program.ts
// FOLDER`, with the credentials to accept in AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY. Prints its
// port. It ends when its standard input does, so that it never outlives a killed test.
import { dirname } from "node:path";
// @ts-ignore: the package has no types
import S3rver from "npm:@20minutes/s3rver@5.0.0";
// @ts-ignore: the package has no types
import { DUMMY_ACCOUNT } from "npm:@20minutes/s3rver@5.0.0/lib/models/account.js";

// The one that everybody knows would be found in its own sources by a search for leaked credentials.
DUMMY_ACCOUNT.revokeAccessKey("S3RVER");
DUMMY_ACCOUNT.createKeyPair(
  Deno.env.get("AWS_ACCESS_KEY_ID"),
  Deno.env.get("AWS_SECRET_ACCESS_KEY"),
);

const server = new S3rver({
  address: "127.0.0.1",
  port: 0,
  directory: Deno.args[0],
  silent: true,
});

// As the package has them, these steps meet those of requests at the same time: a delete removes the folder
// that it has emptied with what another request has just put there, and whoever asks meanwhile sees half an
// object, or keeps the checksum of half of it for the whole. No server of S3 does that.
const { store } = server;
let turn: Promise<unknown> = Promise.resolve();
function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const done = turn.then(work);
  turn = done.catch(() => {});
  return done;
}
for (const name of ["getObject", "listObjects", "existsObject", "copyObject"]) {
  const original = store[name].bind(store);
  store[name] = (...given: unknown[]) => inTurn(() => original(...given));
}
store.deleteObject = (bucket: string, key: string) =>
  inTurn(async () => {
    for (const part of ["object", "object.md5", "metadata.json"]) {
      await Deno.remove(store.getResourcePath(bucket, key, part)).catch((error) => {
        if (!(error instanceof Deno.errors.NotFound)) throw error;
      });
    }
  });
store.putObject = async (object: Record<"bucket" | "key" | "content" | "metadata", unknown>) => {
  const { bucket, key, content, metadata } = object;
  const aside = `${store.getBucketPath(bucket)}/._S3rver_aside/${crypto.randomUUID()}`;
  await Deno.mkdir(dirname(aside), { recursive: true });
  const [size, md5] = await store.putContent(aside, content);
  await inTurn(async () => {
    const path = store.getResourcePath(bucket, key, "object");
    await Deno.mkdir(dirname(path), { recursive: true });
    await store.putMetadata(bucket, key, metadata, md5);
    await Deno.rename(aside, path);
  });
  return { size, md5 };
};

const { port } = await server.run();
await Deno.stdout.write(new TextEncoder().encode(`${port}\n`));
for await (const _ of Deno.stdin.readable);
Deno.exit(0);
