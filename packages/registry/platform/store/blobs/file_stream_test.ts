import assert from "node:assert/strict";
import { fileStream } from "./file_stream.ts";

async function opened(length: number): Promise<[Deno.FsFile, Uint8Array]> {
  const path = await Deno.makeTempFile();
  const bytes = Uint8Array.from({ length }, (_, n) => n * 7 % 251);
  await Deno.writeFile(path, bytes);
  const file = await Deno.open(path);
  await Deno.remove(path);
  return [file, bytes];
}

Deno.test("a file streams byte for byte, whatever its length, and is closed at the end", async () => {
  for (const length of [0, 1, 512 * 1024 - 1, 512 * 1024, 1024 * 1024 + 1]) {
    const [file, bytes] = await opened(length);
    assert.deepEqual(await new Response(fileStream(file, length)).bytes(), bytes);
    assert.throws(() => file.statSync(), Deno.errors.BadResource);
  }
});

Deno.test("a file that turns out shorter fails its reader, and one that nobody reads on is closed", async () => {
  const [short] = await opened(10);
  await assert.rejects(new Response(fileStream(short, 20)).bytes(), /10 bytes shorter/);
  assert.ok(isClosed(short));
  const [left] = await opened(2 * 1024 * 1024);
  const reader = fileStream(left, 2 * 1024 * 1024).getReader();
  await reader.read();
  await reader.cancel();
  assert.throws(() => left.statSync(), Deno.errors.BadResource);
  const [whole] = await opened(10);
  await fileStream(whole, 10).cancel();
  assert.ok(isClosed(whole));
});

function isClosed(file: Deno.FsFile): boolean {
  try {
    return file.statSync() === undefined;
  } catch (error) {
    return error instanceof Deno.errors.BadResource;
  }
}
