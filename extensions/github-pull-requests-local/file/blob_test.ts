import assert from "node:assert/strict";
import { blobId, contentOf, isLfsPointer } from "./blob.ts";

const bytes = (text: string) => new TextEncoder().encode(text);

Deno.test("the id of a file is the one git gives it", async () => {
  for (const text of ["", "hello\n", "ü\r\n\0"]) {
    const child = new Deno.Command("git", {
      args: ["hash-object", "--stdin"],
      stdin: "piped",
      stdout: "piped",
    }).spawn();
    const writer = child.stdin.getWriter();
    await writer.write(bytes(text));
    await writer.close();
    const { stdout } = await child.output();
    assert.equal(await blobId(bytes(text)), new TextDecoder().decode(stdout).trim());
  }
});

Deno.test("UTF-8 is text with its byte order mark kept, anything else base64", () => {
  assert.deepEqual(contentOf(bytes("\ufeffä\0")), { encoding: "utf-8", content: "\ufeffä\0" });
  const latin1 = new Uint8Array([0x63, 0x61, 0x66, 0xe9]);
  assert.deepEqual(contentOf(latin1), { encoding: "base64", content: "Y2Fm6Q==" });
});

Deno.test("a pointer of Git LFS is told from a file that quotes one", () => {
  const pointer = `version https://git-lfs.github.com/spec/v1\noid sha256:${
    "0".repeat(64)
  }\nsize 9\n`;
  assert.ok(isLfsPointer(bytes(pointer)));
  assert.ok(!isLfsPointer(bytes("see version https://git-lfs.github.com/spec/v1\n")));
  assert.ok(!isLfsPointer(bytes(pointer + "x".repeat(1024))));
});
