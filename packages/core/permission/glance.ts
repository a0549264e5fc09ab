import { visibleName } from "../text/mod.ts";
import { PRIVATE_NETWORK } from "./host.ts";
import { type Permissions } from "./permission.ts";
import { placeholderOf } from "./placeholder.ts";

/** Programs that are named one by one; more are counted. */
const NAMED = 2;

/**
 * Permissions in a few words for a list of extensions: `network: 2 hosts`, `runs git`, `no files`.
 * Always says something of network, programs and files; of the rest only what is there.
 *
 * @param permissions null for an extension that does not say
 */
export function permissionGlance(permissions: Permissions | null): string[] {
  if (permissions === null) return ["permissions not declared"];
  const { net = [], run = [], env = [], read = [], write = [], sys = [], data = [] } = permissions;
  const all = [net, run, env, read, write, sys, data];
  if (all.every((grants) => grants.length === 0)) return ["no permissions"];
  return [
    network(net),
    run.length === 0 ? "no programs" : `runs ${programs(run)}`,
    files(read.length > 0, write.length > 0),
    ...(env.length === 0 ? [] : [`reads ${counted(env.length, "variable")}`]),
    ...(sys.length === 0 ? [] : ["reads system information"]),
    ...(data.length === 0 ? [] : ["reads data of other behaviors"]),
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
