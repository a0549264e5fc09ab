/** A process with all that it has started and that still runs, by id. */
export function familyOf(pid: number): number[] {
  const parents = new Map<number, number>();
  for (const { name } of Deno.readDirSync("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    const parent = parentOf(Number(name));
    if (parent !== undefined) parents.set(Number(name), parent);
  }
  const family = [pid];
  for (const one of family) {
    for (const [child, parent] of parents) if (parent === one) family.push(child);
  }
  return family;
}

function parentOf(pid: number): number | undefined {
  const parent = fieldsOf(pid)?.[1];
  return parent === undefined ? undefined : Number(parent);
}

/** What the system says of a process, from its state on; undefined for one that has ended. */
function fieldsOf(pid: number): string[] | undefined {
  try {
    const stat = Deno.readTextFileSync(`/proc/${pid}/stat`);
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  } catch {
    return undefined;
  }
}

/**
 * Processor time that a process and all that it has started have taken so far, in milliseconds; what
 * has ended counts in once its parent has noticed.
 */
export function familyTime(pid: number): number {
  let ticks = 0;
  for (const one of familyOf(pid)) {
    const fields = fieldsOf(one) ?? [];
    // Its own, by the user and the system, and the same of its children that have ended.
    for (const field of fields.slice(11, 15)) ticks += Number(field);
  }
  return ticks * 1000 / TICKS;
}

/** Ticks a second in which the system counts, on every Linux there is. */
const TICKS = 100;

/** Memory of a process that no other one shares, in bytes. */
export function memoryOf(pid: number): number {
  const said = Deno.readTextFileSync(`/proc/${pid}/smaps_rollup`);
  const of = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, "m").exec(said)![1]);
  return (of("Private_Clean") + of("Private_Dirty")) * 1024;
}

/** The command line of a process. */
export function commandOf(pid: number): string {
  return Deno.readTextFileSync(`/proc/${pid}/cmdline`).replaceAll("\0", " ");
}
