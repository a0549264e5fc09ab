import { WRITTEN } from "../../packages/runtime/sandbox/redaction/testing.ts";

/** A secret as it might be found: in some writing, as bytes of latin1. */
export interface Needle {
  /** `<which secret>, <writing>`. */
  what: string;
  text: string;
}

/**
 * What to look for: each secret in every writing that programs use, in base64 as it stands behind any
 * number of other bytes. None has fewer than 8 characters, so that none is there by chance.
 */
export function needlesOf(secrets: Readonly<Record<string, string>>): Needle[] {
  const needles: Needle[] = [];
  for (const [name, secret] of Object.entries(secrets)) {
    for (const [writing, write] of Object.entries(WRITTEN)) {
      needles.push({ what: `${name}, ${writing}`, text: write(secret) });
      if (!/^base64/.test(writing)) continue;
      for (const before of ["x", "xx"]) {
        // The first and the last characters hold bytes of what stands around, too.
        needles.push({
          what: `${name}, ${writing} behind ${before.length}`,
          text: write(before + secret).slice(4),
        });
      }
    }
  }
  return needles.map(({ what, text }) => ({ what, text: latin1(text.replace(/.{3}=*$/s, "")) }))
    .filter(({ text }) => text.length >= 8);
}

/** The needles that a text holds. */
export function foundIn(content: Uint8Array | string, needles: readonly Needle[]): string[] {
  const text = typeof content === "string"
    ? latin1(content)
    : new TextDecoder("latin1").decode(content);
  return needles.filter((needle) => text.includes(needle.text)).map(({ what }) => what);
}

/** The needles in files below a folder, in their names and in where links lead, with the path. */
export async function foundBelow(folder: string, needles: readonly Needle[]): Promise<string[]> {
  const found: string[] = [];
  const visit = async (path: string) => {
    for await (const entry of Deno.readDir(path)) {
      const inside = `${path}/${entry.name}`;
      const add = (all: string[]) => found.push(...all.map((what) => `${inside}: ${what}`));
      add(foundIn(entry.name, needles));
      if (entry.isSymlink) add(foundIn(await Deno.readLink(inside), needles));
      else if (entry.isDirectory) await visit(inside);
      else if (entry.isFile) add(foundIn(await Deno.readFile(inside), needles));
    }
  };
  await visit(folder).catch((error) => {
    // A folder of a process that ends meanwhile.
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  });
  return found;
}

/** The needles in the command lines and environments of processes, and how many were looked at. */
export async function foundInProcesses(
  pids: readonly number[],
  needles: readonly Needle[],
): Promise<{ found: string[]; looked: number }> {
  const found: string[] = [];
  let looked = 0;
  for (const pid of pids) {
    for (const file of ["cmdline", "environ"]) {
      const content = await Deno.readFile(`/proc/${pid}/${file}`).catch(() => undefined);
      if (content === undefined) continue;
      looked++;
      found.push(...foundIn(content, needles).map((what) => `${file} of ${pid}: ${what}`));
    }
  }
  return { found, looked };
}

function latin1(text: string): string {
  return new TextDecoder("latin1").decode(new TextEncoder().encode(text));
}
