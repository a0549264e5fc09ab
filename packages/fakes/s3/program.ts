// Runs the S3 server program of the npm package in a process of its own: `deno run -A program.ts FOLDER`,
// with the credentials to accept in AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY. Prints its port. It ends when its standard input does, so that it never outlives a killed test.
import S3rver from "npm:@20minutes/s3rver@5.0.0";
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
const { port } = await server.run();
await Deno.stdout.write(new TextEncoder().encode(`${port}\n`));
for await (const _ of Deno.stdin.readable);
Deno.exit(0);
