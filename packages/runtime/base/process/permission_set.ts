/** What Deno reads of one kind of permission in a configuration file. */
interface Permission {
  allow?: true | string[];
  deny?: true | string[];
}

/** The name of the set in the file. */
const NAME = "child";

/** Flags that have Deno take its permissions from the file. */
export function permissionsFrom(path: string): string[] {
  return [`--config=${path}`, `--permission-set=${NAME}`];
}

/**
 * Flags of permissions as a configuration file of Deno. What stands on a command line can be read by
 * every user of the machine, and hosts, paths and the values of placeholders are among the flags. In a
 * flag, Deno also refuses a path with a comma, although it documents two commas for one.
 *
 * @throws Error for a flag that says nothing of a permission
 */
export function permissionFile(flags: readonly string[]): string {
  const set: Record<string, Permission> = {};
  for (const flag of flags) {
    const match = /^--(allow|deny)-([a-z]+)(?:=(.*))?$/s.exec(flag);
    if (match === null) throw new Error(`${flag.split("=")[0]} is no flag of a permission`);
    const [, way, kind, list] = match as unknown as [string, "allow" | "deny", string, string?];
    const permission = set[kind] ??= {};
    const before = permission[way];
    permission[way] = list === undefined || before === true
      ? true
      : [...before ?? [], ...entriesOf(list)];
  }
  return JSON.stringify({ permissions: { [NAME]: set } });
}

/** The entries of a list in which two commas stand for one of an entry's own. */
function entriesOf(list: string): string[] {
  return list.match(/(?:,,|[^,])+/g)?.map((entry) => entry.replaceAll(",,", ",")) ?? [];
}
