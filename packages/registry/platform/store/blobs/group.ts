/** Reading a file, and passing through its folder, for the owner's group. */
const [READ, PASS] = [0o040, 0o010];

/**
 * Lets the owner's group read a file, and pass through its folder. Costs nothing more once it may.
 *
 * @param mode what is known of the file
 * @returns false when it stays closed to them, as when somebody else owns it
 */
export async function letGroupRead(
  folder: string,
  path: string,
  mode: number | null,
): Promise<boolean> {
  if (mode === null || (mode & READ) !== 0) return true;
  try {
    const { mode: around } = await Deno.stat(folder);
    await Deno.chmod(folder, (around ?? 0o700) & 0o777 | PASS);
    await Deno.chmod(path, mode & 0o777 | READ);
    return true;
  } catch {
    // Not every file system lets its modes be changed.
    return false;
  }
}
