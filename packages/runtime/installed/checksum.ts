import { sha256Hex } from "../files/digest.ts";

/** SHA-256 over the sorted lines `path\0sha256\n` of files that lie in `folder`, known as `path`. */
export async function filesChecksum(
  folder: string,
  path: string,
  files: readonly string[],
): Promise<string> {
  const lines = await Promise.all(
    [...files].sort().map(async (file) => {
      const bytes = await Deno.readFile(`${folder}/${file.slice(path.length + 1)}`);
      return `${file}\0${await sha256Hex(bytes)}\n`;
    }),
  );
  return await sha256Hex(lines.join(""));
}
