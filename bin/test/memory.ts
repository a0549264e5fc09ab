/** What must be free in memory, in bytes, as in `.ci/run`: tests use a fraction of it at a time. */
const ROOM = 12e9;

/** A folder in memory, which is given back when it is disposed. */
export interface MemoryFolder extends Disposable {
  path: string;
}

/**
 * A new folder in memory for temporary files, or undefined where there is no room for one, only root
 * could make it, or `TMPDIR` says where they go. Tests write and remove hundreds of thousands of small
 * files: on a disk, one that kills at every change takes ten times as long. `/dev/shm` is none: Deno
 * lets no sandboxed program read below `/dev`.
 */
export async function memoryFolder(): Promise<MemoryFolder | undefined> {
  if (Deno.env.has("TMPDIR") || Deno.build.os !== "linux" || Deno.uid() !== 0) return undefined;
  if (Deno.systemMemoryInfo().available < ROOM) return undefined;
  const path = await Deno.makeTempDir({ prefix: "svc-memory-" });
  const run = (program: string, ...args: string[]) => {
    const command = new Deno.Command(program, { args, stdout: "null", stderr: "null" });
    return command.outputSync().success;
  };
  if (!run("mount", "-t", "tmpfs", "-o", "mode=1777", "svc-tests", path)) {
    await Deno.remove(path);
    return undefined;
  }
  return {
    path,
    [Symbol.dispose]() {
      if (run("umount", "--lazy", path)) Deno.removeSync(path);
    },
  };
}
