// Runs the S3 server program of the npm package in a process of its own: `deno run -A program.ts FOLDER`.
// Prints its port. It ends when its standard input does, so that it never outlives a killed test.
import S3rver from "npm:@20minutes/s3rver@5.0.0";

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
