import { sha256Hex } from "../base/files/digest.ts";
import { listFolder } from "../base/files/read.ts";

/**
 * SHA-256 over everything below a folder: a sorted line `path\0kind\0sha256\n` an entry. A symbolic
 * link counts as one, whatever it leads to. A folder that is missing is as an empty one.
 */
export async function treeDigest(folder: string): Promise<string> {
  return await sha256Hex((await treeLines(folder, "")).join(""));
}

async function treeLines(folder: string, prefix: string): Promise<string[]> {
  const lines: string[] = [];
  for (const { name, isDirectory, isFile } of await listFolder(`${folder}/${prefix}`)) {
    const path = `${prefix}${name}`;
    if (isDirectory) lines.push(...await treeLines(folder, `${path}/`));
    else if (isFile) {
      lines.push(`${path}\0file\0${await sha256Hex(await Deno.readFile(`${folder}/${path}`))}\n`);
    } else lines.push(`${path}\0other\0\n`);
  }
  return lines;
}
