import type { DataOutputSpec } from "@svc/core/descriptor";

/**
 * The messages between svc and the sandboxed child, one JSON document a line over the child's stdin
 * and stdout. Lines of the child begin with the run's token; all others are its own printing.
 */
import type { CheckRules } from "./check_rules.ts";

/** What the first line to any child says. */
export interface ChildHello {
  token: string;
  repoDir: string;
  /** A folder of the run's own, removed after it. */
  scratch: string;
  /** Variables that were granted. */
  variables?: readonly string[];
  /** The mode creation mask that it runs under, where its code asks for it. */
  umask?: number;
  /** The person's home folder, empty for none, where its code may look which files are there. */
  home?: string;
  /** True where its code may require what is not in its bundle. */
  requires?: true;
  /** Variables that programs get which its code starts with Node's modules, where it may start any. */
  inherited?: Readonly<Record<string, string>>;
}

/** First line to the child of a method or a report: all it needs to know. */
export interface Hello extends ChildHello {
  method: string;
  arguments: Record<string, unknown>;
  globalArguments: Record<string, unknown>;
  /** Global arguments that could not be evaluated, and why. */
  withheld?: Record<string, string>;
  modelType: { raw: string; normalized: string };
  definition: { id: string; name: string; version: number; tags: Record<string, string> };
  /** Folder of the extension's `additionalFiles`. */
  filesRoot: string | undefined;
  /** Tags that the person gave the run. */
  tags: Record<string, string>;
  /** Secrets among the arguments, for `context.redactor`. */
  secrets: string[];
  /** Which checks run first; absent for a method that only reads. */
  checks?: CheckRules | undefined;
  /** The bundle's export is what it adds to the type, not the type. */
  graft?: boolean;
  /** Instead of running the method: run the checks only. */
  checksOnly?: boolean;
  /** Instead of running the method: raise the global arguments to these versions of the type. */
  upgrade?: { toVersions: string[] };
  /** For a report: the run it is about. */
  report?: ReportedRun;
}

/** The run that a report is about (extension format reference §3.3). */
interface ReportedRun {
  scope: string;
  status: "succeeded" | "failed";
  errorMessage?: string;
  handles: DataHandle[];
  outputSpecs: DataOutputSpec[];
  /** Names of arguments that are secret. */
  sensitive: { global: readonly string[]; method: readonly string[] };
}

/** Later lines to the child. */
export type ToChild =
  | { t: "reply"; id: number; value?: unknown; error?: { name: string; message: string } }
  | { t: "abort"; reason: string }
  /** To a provider. */
  | { t: "ask"; id: string; question: ProviderQuestion }
  | { t: "cancel"; id: string };

/** Lines from the child. */
export type FromChild =
  | { t: "log"; level: LogLevel; text: string }
  | { t: "secret"; text: string }
  /** What Deno said when it refused something. */
  | { t: "denied"; text: string }
  /** Variables that were looked for and not granted. */
  | { t: "unset"; names: string[] }
  /** What requests said that reached nobody. */
  | { t: "unreachable"; texts: string[] }
  | { t: "call"; id: number; call: Call }
  | { t: "done"; handles: string[] | undefined }
  /** A check has been run. */
  | { t: "checked"; name: string; passed: boolean; errors: string[] }
  | { t: "checks"; failures: { name: string; errors: string[] }[] }
  | { t: "upgraded"; attributes: Record<string, unknown> }
  /** A provider is there, and has functions of these names. */
  | { t: "ready"; members: string[] }
  | { t: "answer"; id: string; value?: unknown; error?: ProviderFailure }
  | { t: "report"; markdown: string; json: object }
  | {
    t: "invalid";
    what: "global" | "method" | "config";
    issues: { path: string; message: string }[];
  }
  | { t: "failed"; name: string; message: string; stack: string | undefined };

/** First line to the child of a vault or datastore. */
export interface ProviderHello extends ChildHello {
  kind: "vault" | "datastore";
  /** Name of the vault; empty for a datastore. */
  name: string;
  config: Record<string, unknown>;
}

/** What a provider threw. */
export interface ProviderFailure {
  name: string;
  message: string;
  /** What it says of itself in a `code`, as errors of Node do. */
  code?: string;
  stack?: string;
}

/** A lock of a datastore; the child makes it when it is first asked about. */
export interface LockPlace {
  id: string;
  /** Where the datastore lies, for stores that are folders. */
  path: string;
  options: { lockKey: string; ttlMs?: number; maxWaitMs?: number; retryIntervalMs?: number };
}

/** What svc asks of a vault or datastore (extension format reference §3.4, §3.5). */
export type ProviderQuestion =
  | { op: "get" | "delete"; key: string }
  | { op: "put"; key: string; value: string }
  | { op: "list" | "verify" }
  | { op: "acquire" | "release" | "inspect"; lock: LockPlace }
  | { op: "forceRelease"; lock: LockPlace; nonce: string }
  | { op: "pullChanged" | "pushChanged"; folder: string; only?: readonly string[] }
  | { op: "markDirty"; folder: string; paths: string[] };

/** How important a log line may be. */
export const LOG_LEVELS = ["trace", "debug", "info", "warning", "error", "fatal"] as const;

/** Importance of a log line. */
export type LogLevel = typeof LOG_LEVELS[number];

/** What a method may override of its output's declaration. */
export interface OutputOverrides {
  lifetime?: string;
  garbageCollection?: number | string;
  tags?: Record<string, string>;
  contentType?: string;
  streaming?: boolean;
}

/** A data item, by the type and the id or name of its behavior. */
interface ItemPlace {
  type: string;
  model: string;
  name: string;
  version?: number;
}

/** Which part of what was found is wanted, by name. */
export interface FindPage {
  /** The beginning of the names. */
  prefix?: string;
  limit?: number;
  /** Items to leave out at the beginning. */
  offset?: number;
}

/** Which page of an output's resources is wanted, by name. */
export interface ListPage {
  /** The beginning of the names. */
  prefix?: string;
  /** Only names behind this one. */
  after?: string;
  /** Resources at most, 1 to 1,000 (default: 100). */
  limit?: number;
}

/** One resource of a batch. */
export interface SentResource {
  spec: string;
  name: string;
  data: unknown;
  overrides: OutputOverrides;
}

/** What the child asks of svc. */
export type Call =
  | { op: "writeResource"; spec: string; name: string; data: unknown; overrides: OutputOverrides }
  | { op: "writeResources"; items: SentResource[] }
  | { op: "openFile"; spec: string; name: string; overrides: OutputOverrides }
  | { op: "closeFile"; writer: number }
  | { op: "readResource"; name: string; version?: number }
  | { op: "readResources"; names: string[] }
  | ({ op: "listResources"; spec: string } & ListPage)
  | { op: "deleteResource"; name: string }
  | ({ op: "deleteData" } & ItemPlace)
  | { op: "readModelData"; model: string; spec?: string }
  | ({ op: "getContent"; offset?: number } & ItemPlace)
  | { op: "listVersions"; type: string; model: string; name: string }
  | ({ op: "findByName" } & ItemPlace)
  | { op: "findById"; id: string }
  | ({ op: "findBySpec"; model: string; spec: string; type?: string } & FindPage)
  | { op: "findAllForModel"; type: string; model: string }
  | { op: "findAllForType"; type: string }
  | { op: "findAllGlobal" }
  | { op: "findDefinitions"; type?: string; id?: string; name?: string }
  | { op: "queryData"; predicate: string; select?: string }
  | {
    op: "runModel";
    method: string;
    /** Name or id of a behavior; else type and name of one that is made on the way. */
    definition?: string;
    modelType?: string;
    name?: string;
    arguments?: Record<string, unknown>;
  };

/** The question of one kind. */
export type CallOf<Op extends Call["op"]> = Extract<Call, { op: Op }>;

/** What a write gave, as `context.writeResource` returns it (extension format reference §3.2). */
export interface DataHandle {
  name: string;
  specName: string;
  kind: "resource" | "file";
  dataId: string;
  version: number;
  size: number;
  tags: Record<string, string>;
  metadata: Record<string, unknown>;
  /** Only for resources. */
  attributes?: unknown;
}
