/** A copy of the repository in which sources are changed without harm. */
export interface Tree extends AsyncDisposable {
  /** Absolute path of the copy. */
  root: string;
  /** Absolute path of a folder for what tests leave behind. */
  temporary: string;
}

/**
 * Copies what git would commit, and leads to the installed packages by a link. The copy and all that
 * stands in its temporary folder is gone when it is disposed of.
 */
export async function copyOfTree(root: string): Promise<Tree> {
  const folder = await Deno.realPath(await Deno.makeTempDir({ prefix: "svc-mutation-" }));
  const copy = { root: `${folder}/tree`, temporary: `${folder}/tmp` };
  const dispose = () => Deno.remove(folder, { recursive: true });
  try {
    await Deno.mkdir(copy.temporary);
    for (const file of await filesOf(root)) {
      await Deno.mkdir(`${copy.root}/${file}`.replace(/[^/]+$/, ""), { recursive: true });
      await Deno.copyFile(`${root}/${file}`, `${copy.root}/${file}`);
    }
    await Deno.symlink(await Deno.realPath(`${root}/node_modules`), `${copy.root}/node_modules`);
    return { ...copy, [Symbol.asyncDispose]: dispose };
  } catch (error) {
    await dispose();
    throw error;
  }
}

async function filesOf(root: string): Promise<string[]> {
  const { stdout } = await new Deno.Command("git", {
    args: ["ls-files", "-z", "--cached", "--others", "--exclude-standard"],
    cwd: root,
  }).output();
  const files = new TextDecoder().decode(stdout).split("\0").filter((file) => file !== "");
  const there = await Promise.all(files.map(async (file) => {
    const info = await Deno.lstat(`${root}/${file}`).catch(() => undefined);
    return info?.isFile === true;
  }));
  return files.filter((_, at) => there[at]);
}
