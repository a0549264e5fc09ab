import { createHash } from "node:crypto";
import { makeFolder, syncPath } from "../durable.ts";
import type { Mark, MarkStore } from "./log_mark.ts";

/** The mark as a file of the folder of archives, which servers of one database share. */
export function folderMark(root: string): MarkStore {
  const path = `${root}/log-head`;
  async function read(): Promise<Mark | undefined> {
    try {
      const text = await Deno.readTextFile(path);
      return { text, tag: createHash("sha256").update(text).digest("hex") };
    } catch (error) {
      if (error instanceof Deno.errors.NotFound) return undefined;
      throw error;
    }
  }
  return {
    read,
    async write(text, before) {
      await makeFolder(root);
      // The system lets go of it when this process ends, however it ends.
      using lock = await Deno.open(`${path}.lock`, { create: true, write: true, mode: 0o600 });
      await lock.lock(true);
      if ((await read())?.tag !== before?.tag) return false;
      const aside = `${path}.new`;
      using file = await Deno.open(aside, {
        create: true,
        truncate: true,
        write: true,
        mode: 0o600,
      });
      const bytes = new TextEncoder().encode(text);
      for (let at = 0; at < bytes.length;) at += await file.write(bytes.subarray(at));
      await file.sync();
      await Deno.rename(aside, path);
      await syncPath(root);
      return true;
    },
  };
}
