import type { S3Backend } from "./backend.ts";

/**
 * Starts the server program of the npm package `@20minutes/s3rver`. It checks signatures (version 4),
 * ranges and `If-None-Match` of reads. It knows no conditional writes and compares no checksums. Its
 * token for the next page needs a cipher that Deno does not have.
 */
export async function startS3rver(): Promise<S3Backend> {
  const folder = await Deno.makeTempDir({ prefix: "svc-s3rver-" });
  const accessKeyId = `AKIA${crypto.randomUUID().slice(0, 8).toUpperCase()}`;
  const secretAccessKey = `${crypto.randomUUID()}/+${crypto.randomUUID()}`;
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--no-check", "--quiet", `${import.meta.dirname}/program.ts`, folder],
    env: { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey },
    stdin: "piped",
    stdout: "piped",
    stderr: "inherit",
  }).spawn();
  const reader = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
  let printed = "";
  while (!printed.includes("\n")) {
    const { done, value } = await reader.read();
    if (done) throw new Error("s3rver did not start");
    printed += value;
  }
  return {
    url: `http://127.0.0.1:${printed.trim()}`,
    accessKeyId,
    secretAccessKey,
    keepsConditions: false,
    listsPages: false,
    async [Symbol.asyncDispose]() {
      await child.stdin.close();
      await reader.cancel();
      await child.status;
      await Deno.remove(folder, { recursive: true });
    },
  };
}
