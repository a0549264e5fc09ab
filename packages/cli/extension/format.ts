/** How `deno fmt` ended. */
interface Formatted {
  success: boolean;
  /** What it wrote to stderr: with `check` what would change, and files that cannot be parsed. */
  output: string;
}

/**
 * Formats the files below a folder as `deno fmt` does, with the Deno that runs svc and the settings of
 * the nearest `deno.json`.
 *
 * @param check changes nothing; a file that would change is no success
 */
export async function formatFiles(
  folder: string,
  { check = false }: { check?: boolean } = {},
): Promise<Formatted> {
  const { success, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["fmt", "--ignore=.svc", check ? "--check" : "--quiet", folder],
    cwd: folder,
    env: { NO_COLOR: "1", RUST_BACKTRACE: "0" },
    stdin: "null",
    stdout: "null",
    stderr: "piped",
  }).output();
  return { success, output: new TextDecoder().decode(stderr) };
}
