import { visibleName } from "../text/plain.ts";
import { coversNet, type InternalKind, internalKind } from "./address.ts";
import { coversData, dataProblem, graftProblem } from "./data.ts";
import { hostProblem, hostsOf, PRIVATE_NETWORK } from "./host.ts";
import {
  absoluteEntry,
  type BaseFolders,
  coversPath,
  pathProblem,
  programProblem,
} from "./path.ts";
import { PERMISSION_KINDS, type PermissionKind, type Permissions } from "./permission.ts";
import { type Placeholder, placeholderIn } from "./placeholder.ts";
import { variableProblem } from "./variable.ts";
import { WIDE, type Wide, type WideContext, type WideRow } from "./wide.ts";

/** All that is to be known of a kind of permission beside how the sandbox enforces it. */
interface KindRow {
  /** What an entry names: `host`. */
  noun: string;
  /** Begins a sentence that the entries end: `Connect to`. */
  sentence: string;
  /** What a list of extensions says of a kind that has entries; undefined for nothing. */
  glance(permissions: Permissions): string | undefined;
  /** Why an entry cannot be granted, in words that begin with "must"; undefined when it can. */
  problem(entry: string): string | undefined;
  /** True when one entry grants all of another; absent where each grants itself alone. */
  covers?(granted: string, wanted: string, places: BaseFolders): boolean;
  /** What makes an entry grant more than it names; undefined where none does. */
  wide: Wide | undefined;
  /** What is said beside an entry to who grants it. */
  meaning?(entry: string, places: BaseFolders): string | undefined;
  /** Absent for a kind whose entries say themselves what they grant. */
  placeholder?: PlaceholderRow;
}

/** The values of a kind's placeholders. */
interface PlaceholderRow {
  /** True for paths, which may go on after the placeholder. */
  goesOn: boolean;
  /** The entries that a value is; empty for one that is none. */
  entriesOf(value: string): string[];
  /** What a value must be, and how to write it. */
  must: string;
  hint: string;
}

const ONE_PATH = "one path without '..', commas and invisible characters";

/** The kinds of permission, one row each. */
const KINDS: { readonly [kind in PermissionKind]: KindRow } = {
  net: {
    noun: "host",
    sentence: "Connect to",
    glance: ({ net = [] }) => network(net),
    problem: hostProblem,
    covers: coversNet,
    wide: WIDE.net,
    meaning: (entry) => {
      const internal = internalKind(entry);
      if (internal !== undefined) return WHERE[internal];
      return entry.startsWith("*.") ? `${entry.slice(2)} and all names below it` : undefined;
    },
    placeholder: {
      goesOn: false,
      entriesOf: hostsOf,
      must: "a URL or a host",
      hint: "Write it like https://api.example.com.",
    },
  },
  run: {
    noun: "program",
    sentence: "Start the programs",
    glance: ({ run = [] }) => run.length === 0 ? "no programs" : `runs ${programs(run)}`,
    problem: programProblem,
    wide: WIDE.run,
    meaning: (entry, places) =>
      entry === places.answered
        ? "svc answers it: data get, list and query, with what data is granted"
        : homePath(entry, places),
    placeholder: {
      goesOn: false,
      entriesOf: itself,
      must: "the name or the absolute path of one program that is not a shell and no interpreter",
      hint: "A shell or an interpreter must be granted by its own name.",
    },
  },
  env: {
    noun: "variable",
    sentence: "Read the environment variables",
    glance: ({ env = [] }) => `reads ${counted(env.length, "variable")}`,
    problem: variableProblem,
    wide: WIDE.env,
  },
  read: {
    noun: "path",
    sentence: "Read these paths (from your repository's root)",
    glance: ({ read = [], write = [] }) => files(read.length > 0, write.length > 0),
    problem: (entry) => pathProblem("read", entry),
    covers: coversPath,
    wide: WIDE.read,
    meaning: homePath,
    placeholder: {
      goesOn: true,
      entriesOf: itself,
      must: ONE_PATH,
      hint: "Write it like data/in, ~/data or /srv/data. A whole home folder, and places where " +
        "keys are kept, must be granted by name.",
    },
  },
  write: {
    noun: "path",
    sentence: "Write these paths (from your repository's root)",
    glance: () => undefined, // Said with what is read.
    problem: (entry) => pathProblem("write", entry),
    covers: coversPath,
    wide: WIDE.write,
    meaning: homePath,
    placeholder: {
      goesOn: true,
      entriesOf: itself,
      must: ONE_PATH,
      hint: "Write it like out/new, ~/out or /srv/out. Files that decide what is run must be " +
        "granted by name.",
    },
  },
  sys: {
    noun: "name",
    sentence: "Learn about this machine",
    glance: () => "reads system information",
    problem: systemProblem,
    wide: undefined,
  },
  data: {
    noun: "type",
    sentence: "Read the data of behaviors of these types",
    glance: () => "reads data of other behaviors",
    problem: dataProblem,
    covers: coversData,
    wide: WIDE.data,
  },
  graft: {
    noun: "type",
    sentence: "Act on behaviors of these types of others",
    glance: ({ graft = [] }) => `acts on ${counted(graft.length, "type")} of others`,
    problem: graftProblem,
    wide: WIDE.graft,
  },
};

/** A kind that a later release knows, or none: shown as what it is, and granted to nobody. */
function unknown(kind: string): KindRow {
  return {
    noun: "entry",
    sentence: `Unknown permission kind ${visibleName(kind)}`,
    glance: () => `unknown permission kind ${visibleName(kind)}`,
    problem: () => "must be of a permission kind that this release of svc knows; update svc",
    wide: undefined,
    meaning: () => "unknown permission kind",
  };
}

/** The row of a kind. What was stored by a later release, or by another hand, may have one without. */
export function kindRow(kind: PermissionKind): KindRow {
  return PERMISSION_KINDS.includes(kind) ? KINDS[kind] : unknown(kind);
}

/**
 * The placeholder that an entry is, or undefined when it says itself what it grants. Only a path may
 * go on after it: `${env.XDG_DATA_HOME}/tool`.
 */
export function placeholderOf(kind: PermissionKind, entry: string): Placeholder | undefined {
  const row = kindRow(kind).placeholder;
  const placeholder = placeholderIn(entry);
  if (row === undefined || placeholder === undefined) return undefined;
  return row.goesOn || !entry.includes("/") ? placeholder : undefined;
}

/** Why an entry grants more than it names; undefined for one that grants what it names. */
export function wideRow(
  kind: PermissionKind,
  entry: string,
  context: WideContext = {},
): WideRow | undefined {
  const { placeholder, wide } = kindRow(kind);
  // What a placeholder stands for is not known; of a path, what follows it is.
  if (!placeholder?.goesOn && placeholderOf(kind, entry) !== undefined) return undefined;
  return wide?.rowOf(entry, context);
}

function network(hosts: readonly string[]): string {
  if (hosts.length === 0) return "no network";
  const named = hosts.filter((host) => host !== PRIVATE_NETWORK);
  const seen = named.includes("*") ? "any public host" : counted(named.length, "host");
  return `network: ${seen}${named.length < hosts.length ? ", also in the private network" : ""}`;
}

/** Programs that are named one by one; more are counted. */
const NAMED = 2;

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

const WHERE: { readonly [kind in InternalKind]: string } = {
  machine: "this machine",
  private: "your private network",
  credentials: "the local link, or a service of the cloud",
  special: "a multicast or reserved address",
};

/** The path that one from the home folder is here. */
function homePath(entry: string, { home }: BaseFolders): string | undefined {
  const path = entry.startsWith("~") ? absoluteEntry(entry, { home }) : undefined;
  return path === undefined ? undefined : visibleName(path);
}

function itself(entry: string): string[] {
  return [entry];
}

/** Why an entry is no kind of system information, or undefined when it is one. */
function systemProblem(entry: string): string | undefined {
  return SYS_NAMES.has(entry) ? undefined : `must be one of ${[...SYS_NAMES].join(", ")}`;
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
