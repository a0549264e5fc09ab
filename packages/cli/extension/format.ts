/**
 * Formats the files below a folder as `deno fmt` does, with the Deno that runs svc and the settings of
 * the nearest `deno.json`.
 *
 * @param check changes nothing; a file that would change is no success
 * @returns with `output`: what would change, and files that cannot be parsed
 */
export async function formatFiles(
  folder: string,
  { check = false }: { check?: boolean } = {},
) {
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
