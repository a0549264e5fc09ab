/**
 * The kinds of permission an extension may have (design §7). The sandbox enforces all but two: svc hands
 * out `data` when a method asks for it, and uses what an extension adds to the types of others by `graft`.
 */
export const PERMISSION_KINDS = [
  "net",
  "run",
  "env",
  "read",
  "write",
  "sys",
  "data",
  "graft",
] as const;

/** A kind of permission. */
export type PermissionKind = typeof PERMISSION_KINDS[number];

/**
 * The permissions an extension declares, each a list of exact grants: `net` host or host:port, `run`
 * program names, `env` variable names, `read`/`write` paths relative to the repository, `sys`
 * system-information names, `data` types of other behaviors whose data may be read, `graft` types of
 * other collectives that it may add methods and checks to. A `net` entry may be `${globalArgs.NAME}` or
 * `${env.NAME}`: the host of that URL. Absent means none.
 */
export type Permissions = { [kind in PermissionKind]?: readonly string[] };

/** One permission. */
export interface Grant {
  kind: PermissionKind;
  entry: string;
}

/**
 * The kinds that have entries. What a later release stored may have a kind that is not among
 * {@linkcode PERMISSION_KINDS}: it comes last, so that nobody takes it for none, and is never granted.
 */
export function kindsOf(
  lists: { readonly [kind in PermissionKind]?: readonly unknown[] },
): PermissionKind[] {
  const all = new Set<string>([...PERMISSION_KINDS, ...Object.keys(lists).sort()]);
  return ([...all] as PermissionKind[]).filter((kind) => (lists[kind] ?? []).length > 0);
}

/** One line a granted permission: `net api.example.com`. Empty when none is asked for. */
export function permissionLines(permissions: Permissions): string[] {
  return kindsOf(permissions).flatMap((kind) =>
    permissions[kind]!.map((entry) => `${kind} ${entry}`)
  );
}
