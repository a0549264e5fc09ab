/**
 * The kinds of permission an extension may declare (design §7). The sandbox enforces all but `data`,
 * which svc enforces when a method asks it for data.
 */
export const PERMISSION_KINDS = ["net", "run", "env", "read", "write", "sys", "data"] as const;

/** A kind of permission. */
export type PermissionKind = typeof PERMISSION_KINDS[number];

/**
 * The permissions an extension declares, each a list of exact grants: `net` host or host:port,
 * `run` program names, `env` variable names, `read`/`write` paths relative to the repository,
 * `sys` system-information names, `data` types of other behaviors whose data may be read. A `net`
 * entry may be `${globalArgs.NAME}` or `${env.NAME}`: the host of that URL. Absent means none.
 */
export type Permissions = { [kind in PermissionKind]?: readonly string[] };

const HOST =
  /^(?:\*\.)?(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)*(?::\d{1,5})?$/i;
const IP = /^(?:\d{1,3}(?:\.\d{1,3}){3}|\[[0-9a-f:]+\])(?::\d{1,5})?$/i;
const PLACEHOLDER = /^\$\{(globalArgs|env)\.([A-Za-z_][A-Za-z0-9_]*)\}$/;

/** A `net` entry that stands for the host of a URL given elsewhere. */
export interface NetPlaceholder {
  source: "globalArgs" | "env";
  name: string;
}

/** The placeholder a `net` entry is, or undefined when it names a host. */
export function netPlaceholder(entry: string): NetPlaceholder | undefined {
  const match = PLACEHOLDER.exec(entry);
  return match ? { source: match[1] as NetPlaceholder["source"], name: match[2]! } : undefined;
}

/** Why `entry` cannot be a permission of that kind, in words, or undefined when it can. */
export function permissionProblem(kind: PermissionKind, entry: string): string | undefined {
  switch (kind) {
    case "net":
      return isHost(entry) || netPlaceholder(entry)
        ? undefined
        : "must be a host, host:port, ${globalArgs.NAME} or ${env.NAME}";
    case "run":
      return /^[A-Za-z0-9][A-Za-z0-9._+-]*$/.test(entry)
        ? undefined
        : "must be the name of a program, without a path";
    case "env":
      return /^[A-Za-z_][A-Za-z0-9_]*$/.test(entry)
        ? undefined
        : "must be the name of one environment variable";
    case "write":
      // Whoever may write the folder itself may move it, and all that is closed in it, elsewhere.
      if (!entry.split("/").some((part) => part !== "" && part !== ".")) {
        return "must be a path below the repository, not the repository itself";
      }
      return permissionProblem("read", entry);
    case "read":
      return entry !== "" && !entry.startsWith("/") && !entry.startsWith("~") &&
          !/[\\,\p{Cc}]/u.test(entry) && !entry.split("/").includes("..")
        ? undefined
        : "must be a path relative to the repository, without '..'";
    case "sys":
      return SYS_NAMES.has(entry) ? undefined : `must be one of ${[...SYS_NAMES].join(", ")}`;
    case "data":
      return isDataEntry(entry)
        ? undefined
        : "must be a behavior type in lower case such as @acme/scan, all types below a name such " +
          "as @acme/*, or * for all";
  }
}

/**
 * True when the `data` entries cover a type: an entry is the type itself, `<prefix>/*` for every type
 * below a prefix, or `*` for every type.
 *
 * @param type normalized
 */
export function coversDataOf(entries: readonly string[], type: string): boolean {
  return entries.some((entry) =>
    entry === "*" || entry === type ||
    (entry.endsWith("/*") && type.startsWith(entry.slice(0, -1)))
  );
}

/** A type as it is compared, or a prefix of types before a last `*`. A scope alone names no type. */
function isDataEntry(entry: string): boolean {
  if (entry === "*") return true;
  const parts = entry.split("/");
  if (entry.startsWith("@") && parts.length === 1) return false;
  const names = parts.at(-1) === "*" ? parts.slice(0, -1) : parts;
  return names.every((name, index) =>
    /^[a-z0-9][a-z0-9_-]*$/.test(index === 0 ? name.replace(/^@/, "") : name)
  );
}

/** The form is checked first; the URL parser then knows what a port and an IPv4 address may be. */
function isHost(entry: string): boolean {
  return (HOST.test(entry) || IP.test(entry)) &&
    URL.canParse(`http://${entry.replace(/^\*\./, "")}`);
}

/** The system-information names the sandbox knows. */
const SYS_NAMES: ReadonlySet<string> = new Set([
  "hostname",
  "osRelease",
  "osUptime",
  "loadavg",
  "networkInterfaces",
  "systemMemoryInfo",
  "uid",
  "gid",
  "cpus",
  "homedir",
  "getegid",
  "username",
  "statfs",
  "getPriority",
  "setPriority",
]);

/** One line a granted permission, for people: `net api.example.com`. Empty when none is asked for. */
export function permissionLines(permissions: Permissions): string[] {
  return PERMISSION_KINDS.flatMap((kind) =>
    (permissions[kind] ?? []).map((entry) => `${kind} ${entry}`)
  );
}

/** What `next` asks for beyond `previous`, and what it gave up. */
export function permissionChanges(
  previous: Permissions,
  next: Permissions,
): { added: string[]; removed: string[] } {
  const before = new Set(permissionLines(previous));
  const after = new Set(permissionLines(next));
  return {
    added: [...after].filter((line) => !before.has(line)),
    removed: [...before].filter((line) => !after.has(line)),
  };
}
