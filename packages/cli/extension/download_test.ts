import assert from "node:assert/strict";
import type { SvcError } from "@svc/core/error";
import { packArchive } from "@svc/scorecard/archive";
import { download } from "./download.ts";

const NAME = "@acme/greeter";
const VERSION = "2026.11.21.1";
const bytesOf = (text: string) => new TextEncoder().encode(text);

async function archive(name: string, source = "export {};\n"): Promise<Uint8Array<ArrayBuffer>> {
  return await packArchive([
    {
      path: "manifest.yaml",
      bytes: bytesOf(
        `manifestVersion: 1\nname: "${name}"\nversion: ${VERSION}\nmodels: [greeter.ts]\n`,
      ),
    },
    { path: "models/greeter.ts", bytes: bytesOf(source) },
  ]);
}

async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)).toHex();
}

/** Downloads from a registry that sends `body` and promises `checksum`; answers what blob requests carried. */
async function from(
  body: BodyInit | ReadableStream<Uint8Array>,
  checksum: string | null,
  { location = "/blob" }: { location?: string | null } = {},
) {
  const blobRequests: (string | null)[] = [];
  const server = Deno.serve({ port: 0, onListen: () => {} }, (request) => {
    const { pathname } = new URL(request.url);
    if (pathname.endsWith("/checksum")) return Response.json({ checksum });
    if (pathname.endsWith("/download")) {
      return new Response(null, { status: 302, ...(location ? { headers: { location } } : {}) });
    }
    blobRequests.push(request.headers.get("authorization"));
    return new Response(body);
  });
  const caller = { serverUrl: `http://127.0.0.1:${server.addr.port}`, bearer: "svc_secret" };
  const result = await download(caller, NAME, VERSION).catch((error: SvcError) => error);
  await server.shutdown();
  return { result, blobRequests };
}

Deno.test("an archive that is what was promised is handed on, and no credential goes to its address", async () => {
  const bytes = await archive(NAME);
  const { result, blobRequests } = await from(bytes, (await sha256(bytes)).toUpperCase());
  assert.ok(!(result instanceof Error), String(result));
  assert.equal(result.manifest.name, NAME);
  assert.deepEqual(blobRequests, [null]);
});

Deno.test("each way an archive can be wrong is refused under its own code", async () => {
  const good = await archive(NAME);
  const other = await archive("@acme/other");
  const evil = await archive(NAME, `eval("1");\n`);
  const cut = good.slice(0, good.length - 40);
  for (
    const [bytes, checksum, code] of [
      [good, "0".repeat(64), "checksum_mismatch"],
      [good, null, "checksum_mismatch"],
      [other, await sha256(other), "archive_invalid"],
      [evil, await sha256(evil), "archive_unsafe"],
      [cut, await sha256(cut), "archive_invalid"],
      [bytesOf("not gzip"), "0".repeat(64), "archive_invalid"],
    ] as const
  ) {
    const { result } = await from(bytes, checksum);
    assert.ok(result instanceof Error, code);
    assert.equal(result.code, code);
  }
});

Deno.test("an archive without an end is cut off at the limit", async () => {
  let sent = 0;
  const endless = new ReadableStream<Uint8Array>({
    pull(controller) {
      sent += 1_000_000;
      controller.enqueue(new Uint8Array(1_000_000));
    },
  });
  const { result } = await from(endless, "0".repeat(64));
  assert.ok(result instanceof Error);
  assert.equal(result.code, "archive_too_large");
  assert.ok(sent < 100_000_000, `${sent} bytes were taken`);
});

Deno.test("a registry that does not say where the archive is, is at fault", async () => {
  const { result } = await from("", "0".repeat(64), { location: null });
  assert.ok(result instanceof Error);
  assert.equal(result.code, "unavailable");
});
