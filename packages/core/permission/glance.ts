import { visibleName } from "../text/mod.ts";
import { PRIVATE_NETWORK } from "./host.ts";
import type { PermissionKind, Permissions } from "./permission.ts";
import { placeholderOf } from "./placeholder.ts";

/** Programs that are named one by one; more are counted. */
const NAMED = 2;

type OtherKind = Exclude<PermissionKind, "net" | "run" | "read" | "write">;

/** What is said of a kind only when it is there. */
const OTHER: Readonly<Record<OtherKind, (count: number) => string>> = {
  env: (count) => `reads ${counted(count, "variable")}`,
  sys: () => "reads system information",
  data: () => "reads data of other behaviors",
  graft: (count) => `acts on ${counted(count, "type")} of others`,
};
const OTHERS = Object.entries(OTHER) as [OtherKind, (count: number) => string][];

/**
 * Permissions in a few words for a list of extensions: `network: 2 hosts`, `runs git`, `no files`.
 * Always says something of network, programs and files; of the rest only what is there.
 *
 * @param permissions null for an extension that does not say
 */
export function permissionGlance(permissions: Permissions | null): string[] {
  if (permissions === null) return ["permissions not declared"];
  const { net = [], run = [], read = [], write = [], ...rest } = permissions;
  const others = OTHERS.flatMap(([kind, text]) =>
    rest[kind]?.length ? [text(rest[kind].length)] : []
  );
  if ([net, run, read, write, others].every((some) => some.length === 0)) return ["no permissions"];
  return [
    network(net),
    run.length === 0 ? "no programs" : `runs ${programs(run)}`,
    files(read.length > 0, write.length > 0),
    ...others,
  ];
}

function network(hosts: readonly string[]): string {
  if (hosts.length === 0) return "no network";
  const named = hosts.filter((host) => host !== PRIVATE_NETWORK);
  const seen = named.includes("*") ? "any public host" : counted(named.length, "host");
  return `network: ${seen}${named.length < hosts.length ? ", also in the private network" : ""}`;
}

function programs(names: readonly string[]): string {
  const plain = names.every((name) => placeholderOf("run", name) === undefined);
  if (!plain || names.length > NAMED) return counted(names.length, "program");
  return names.map((name) => visibleName(name)).join(" and ");
}

function files(read: boolean, write: boolean): string {
  if (read) return write ? "reads and writes files" : "reads files";
  return write ? "writes files" : "no files";
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}
