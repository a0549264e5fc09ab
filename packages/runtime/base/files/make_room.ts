import { listFolder } from "./read.ts";

/** Removes what is in a folder but the entries that changed last. */
export async function makeRoom(folder: string, kept: number): Promise<void> {
  const entries = await Promise.all((await listFolder(folder)).map(async ({ name }) => {
    const path = `${folder}/${name}`;
    const info = await Deno.lstat(path).catch(() => undefined);
    return { path, changed: info?.mtime?.getTime() ?? 0 };
  }));
  entries.sort((a, b) => b.changed - a.changed);
  for (const { path } of entries.slice(kept)) {
    await Deno.remove(path, { recursive: true }).catch(() => {});
  }
}
