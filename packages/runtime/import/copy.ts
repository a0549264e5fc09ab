import { createHash } from "node:crypto";
import { parentOf } from "../base/files/path.ts";
import { writeDurable } from "../base/files/write.ts";
import type { TakenFile, TakenVersion } from "./plan.ts";
import { openRegular, type Refusal } from "./source.ts";

/** Bytes read at once. */
const CHUNK = 256 * 1024;

/** Largest file of a secret or a key, in bytes. */
const LARGEST_SECRET = 1024 ** 2;

/** Largest content of one version, in bytes. */
const LARGEST_CONTENT = 4 * 1024 ** 3;

/** Copies a file as it is; says why when it cannot be. */
export async function copyFile(
  root: string,
  staging: string,
  { from, to }: TakenFile,
): Promise<Refusal | undefined> {
  using file = await openRegular(`${root}/${from}`);
  if ("why" in file) return { why: file.why };
  const { mode } = await file.stat();
  const target = `${staging}/${to}`;
  await Deno.mkdir(parentOf(target), { recursive: true });
  using written = await Deno.open(target, {
    write: true,
    createNew: true,
    mode: (mode ?? 0) & 0o100 ? 0o755 : 0o644,
  });
  await eachChunk(file, (bytes) => writeAll(written, bytes));
  await written.syncData();
  return undefined;
}

/** As {@linkcode copyFile}, for a secret: closed to others, as far as the old one was. */
export async function copySecret(
  root: string,
  staging: string,
  { from, to }: TakenFile,
): Promise<Refusal | undefined> {
  using file = await openRegular(`${root}/${from}`);
  if ("why" in file) return { why: file.why };
  const { mode, size } = await file.stat();
  if (size > LARGEST_SECRET) return { why: `it has ${size} bytes, which is too much` };
  const target = `${staging}/${to}`;
  await Deno.mkdir(`${staging}/.svc`, { recursive: true });
  await Deno.mkdir(parentOf(target), { recursive: true, mode: 0o700 });
  // A key that others could read stays open, so that its next use says so.
  const open = ((mode ?? 0) & 0o077) !== 0;
  using written = await Deno.open(target, {
    write: true,
    createNew: true,
    mode: open ? 0o644 : 0o600,
  });
  await eachChunk(file, (bytes) => writeAll(written, bytes));
  await written.syncData();
  return undefined;
}

/**
 * Copies a version of a data item, or only checks it without a `staging` folder. Says why when its
 * content is not what was written; nothing of it is kept then.
 */
export async function copyVersion(
  root: string,
  staging: string | undefined,
  { from, to, metadata }: TakenVersion,
): Promise<Refusal | undefined> {
  using file = await openRegular(`${root}/${from}`);
  if ("why" in file) return { why: file.why };
  const { size } = await file.stat();
  if (size !== metadata.size) return { why: `its content has ${size} bytes, not ${metadata.size}` };
  if (size > LARGEST_CONTENT) return { why: `its content has ${size} bytes, which is too much` };
  const folder = staging === undefined ? undefined : `${staging}/${to}`;
  if (folder !== undefined) await Deno.mkdir(folder, { recursive: true });
  const hash = createHash("sha256");
  {
    using written = folder === undefined
      ? undefined
      : await Deno.open(`${folder}/raw`, { write: true, createNew: true });
    await eachChunk(file, async (bytes) => {
      hash.update(bytes);
      if (written !== undefined) await writeAll(written, bytes);
    });
    await written?.syncData();
  }
  if (hash.digest("hex") !== metadata.checksum.toLowerCase()) {
    if (folder !== undefined) await Deno.remove(folder, { recursive: true });
    return { why: "its content does not have the checksum that was written down" };
  }
  if (folder !== undefined) {
    await writeDurable(`${folder}/metadata.yaml`, `${JSON.stringify(metadata, null, 2)}\n`);
  }
  return undefined;
}

async function eachChunk(
  file: Deno.FsFile,
  use: (bytes: Uint8Array) => Promise<void>,
): Promise<void> {
  const buffer = new Uint8Array(CHUNK);
  for (let read = await file.read(buffer); read !== null; read = await file.read(buffer)) {
    await use(buffer.subarray(0, read));
  }
}

async function writeAll(file: Deno.FsFile, bytes: Uint8Array): Promise<void> {
  for (let done = 0; done < bytes.length;) done += await file.write(bytes.subarray(done));
}
