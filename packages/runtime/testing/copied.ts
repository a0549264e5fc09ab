import { existsSync } from "node:fs";

// States of a disk are copied hundreds of times: without waiting in between that is several times as
// fast.

/** Makes `to` the same as the folder `from`, but for times: not there when `from` is not. */
export function copyFolder(from: string, to: string): void {
  if (existsSync(to)) Deno.removeSync(to, { recursive: true });
  if (!existsSync(from)) return;
  Deno.mkdirSync(to, { mode: Deno.statSync(from).mode! & 0o777 });
  for (const { name, isDirectory } of Deno.readDirSync(from)) {
    (isDirectory ? copyFolder : Deno.copyFileSync)(`${from}/${name}`, `${to}/${name}`);
  }
}
