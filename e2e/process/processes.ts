import type { Person } from "./svc.ts";

/** The processes of a person: those whose environment says that their home is this one. */
export async function processesOf(
  { home }: Person,
): Promise<{ pid: number; command: string }[]> {
  const found: { pid: number; command: string }[] = [];
  for await (const { name } of Deno.readDir("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    const read = (file: string) => Deno.readTextFile(`/proc/${name}/${file}`).catch(() => "");
    if (!(await read("environ")).split("\0").includes(`HOME=${home}`)) continue;
    found.push({ pid: Number(name), command: (await read("cmdline")).replaceAll("\0", " ") });
  }
  return found;
}

/**
 * Ends all of a person's processes at once and without a word to any of them, as a machine does that
 * loses power. Gives their commands.
 */
export async function killAll(person: Person): Promise<string[]> {
  const found = await processesOf(person);
  for (const { pid } of found) {
    try {
      Deno.kill(pid, "SIGKILL");
    } catch (error) {
      if (!(error instanceof Deno.errors.NotFound)) throw error;
    }
  }
  return found.map(({ command }) => command);
}
