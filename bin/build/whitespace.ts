/** The place of a source, which the bundler writes above what it takes from it. */
const PLACE = /^\/\/ (?=.*packages\/\S+\.ts$)/gm;

/** For packages of others: shorter names of what a module keeps to itself, too. */
const SHORTER = ["--minify-syntax", "--minify-identifiers", "--keep-names"];

/**
 * Takes comments and blanks out of built modules, which are a tenth of the package. Of ours the names
 * stay, and the places of their sources, as a report of a bug tells them.
 *
 * @param names of files in `output`, which are overwritten
 * @param isOurs false for packages of others
 * @throws Error with the bundler's words
 */
export async function stripWhitespace(
  names: readonly string[],
  output: string,
  { isOurs }: { isOurs: boolean },
): Promise<void> {
  // Late: a build that fails for lack of a source is told, and fails no installation.
  const { linkBundler } = await import(
    "../../packages/runtime/extension/bundle/program/program.ts"
  );
  const denoDir = await Deno.makeTempDir();
  try {
    for (const name of names) {
      const text = await Deno.readTextFile(`${output}/${name}`);
      // A comment that begins so is a legal notice, which stays.
      await Deno.writeTextFile(`${output}/${name}`, text.replace(PLACE, "//! "));
    }
    const { SVC_BUNDLER_PROGRAM: program } = await linkBundler(denoDir);
    const { success, stderr } = await new Deno.Command(program!, {
      args: [
        ...["--minify-whitespace", "--log-level=error"],
        ...(isOurs ? [] : SHORTER),
        ...["--allow-overwrite", "--outdir=.", ...names],
      ],
      cwd: output,
      stdout: "null",
      stderr: "piped",
    }).output();
    if (!success) throw new Error(new TextDecoder().decode(stderr));
  } finally {
    await Deno.remove(denoDir, { recursive: true });
  }
}
