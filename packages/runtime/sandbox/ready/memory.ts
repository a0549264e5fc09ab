import { makeRoom } from "../../base/files/make_room.ts";
import { readSmallFile } from "../../base/files/read.ts";
import { parentOf } from "../../base/files/path.ts";
import { readRemembered, type RememberedProgram } from "./program.ts";

/** Bytes of a file at most; a longer one is not read. */
const LONGEST = 200_000;

/** Files that are kept; the oldest make room. */
const KEPT = 100;

/** What a file remembers; undefined without one, and for anything else in its place. */
export function recall(file: string): RememberedProgram | undefined {
  const text = readSmallFile(file, LONGEST);
  return text === undefined ? undefined : readRemembered(text);
}

/** Writes down what is remembered, unless the file says so already. */
export async function keep(file: string, program: RememberedProgram): Promise<void> {
  const text = JSON.stringify(program);
  if (text.length > LONGEST || readSmallFile(file, LONGEST) === text) return;
  const folder = parentOf(file);
  await Deno.mkdir(folder, { recursive: true, mode: 0o700 });
  const aside = `${file}.${crypto.randomUUID().slice(0, 8)}.tmp`;
  try {
    // Without waiting for the disk: what is broken is not read, and is written again.
    await Deno.writeTextFile(aside, text, { createNew: true, mode: 0o600 });
    await Deno.rename(aside, file);
  } catch (error) {
    await Deno.remove(aside).catch(() => {});
    throw error;
  }
  await makeRoom(folder, KEPT);
}
