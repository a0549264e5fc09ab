import { sha256Hex } from "../../base/files/digest.ts";

/**
 * SHA-256 over the sorted lines `path\0sha256\n` of files.
 *
 * @param at where on the disk a file lies; its path in the repository is what is summed up
 */
export async function filesChecksum(
  files: readonly string[],
  at: (file: string) => string,
): Promise<string> {
  const lines = await Promise.all(
    [...files].sort().map(async (file) =>
      `${file}\0${await sha256Hex(await Deno.readFile(at(file)))}\n`
    ),
  );
  return await sha256Hex(lines.join(""));
}
