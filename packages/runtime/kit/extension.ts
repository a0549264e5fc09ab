/**
 * Types for the modules of an extension: what a method, check or report is given, and what a module
 * exports. Their name for `import type` is `@svc/extension`.
 *
 * @module
 */

// deno-lint-ignore-file no-explicit-any

/** A zod schema, as far as svc relies on it. */
export interface Schema {
  /** The value as the schema has it; throws when it does not fit. */
  parse(value: unknown): unknown;
  /** The same without throwing. */
  safeParse(value: unknown): any;
}

/** What `export const model` holds: write `export const model = { … } satisfies Model`. */
export interface Model {
  /** The type: `@collective/name`, or deeper. */
  type: string;
  /** `YYYY.MM.DD.N`: raise it when arguments change, and say in `upgrades` how to raise theirs. */
  version: string;
  /** What a behavior of this type is created with. */
  globalArguments?: Schema;
  /** JSON outputs by name. */
  resources?: Record<string, ResourceOutput>;
  /** File outputs by name. */
  files?: Record<string, FileOutput>;
  /** What behaviors of this type can do, by name. */
  methods: Record<string, Method>;
  /** What has to hold before a method changes something. */
  checks?: Record<string, Check>;
  /** How to raise the global arguments of behaviors made for an earlier version. */
  upgrades?: readonly Upgrade[];
  /** Names of the reports that are made after each method. */
  reports?: readonly string[];
}

/** What `export const extension` holds: additions to a type of this or another extension. */
export interface TypeExtension {
  /** The type that is added to. */
  type: string;
  /** Outputs of its own. */
  resources?: Record<string, ResourceOutput>;
  /** Methods to add. */
  methods?: readonly Record<string, Method>[];
  /** Checks to add. */
  checks?: readonly Record<string, Check>[];
}

/** A JSON output. */
export interface ResourceOutput {
  /** What it is, for people. */
  description: string;
  /** What each resource has to fit. */
  schema: Schema;
  /** How long it is kept: `infinite`, or a time such as `30d`. */
  lifetime: string;
  /** How many versions are kept, or for how long. */
  garbageCollection: number | string;
  /** True when each resource is a secret as a whole. */
  sensitiveOutput?: boolean;
  /** The vault that keeps what is secret. */
  vaultName?: string;
  /** Tags of each resource. */
  tags?: Record<string, string>;
}

/** A file output. */
export interface FileOutput {
  /** What it is, for people. */
  description: string;
  /** Its media type, such as `text/plain`. */
  contentType: string;
  /** How long it is kept: `infinite`, or a time such as `30d`. */
  lifetime: string;
  /** How many versions are kept, or for how long. */
  garbageCollection: number | string;
  /** True for a file that is written line by line. */
  streaming?: boolean;
  /** Tags of each file. */
  tags?: Record<string, string>;
}

/** A method of a type. */
export interface Method {
  /** What it does, for people. */
  description: string;
  /** What it does to what it is about (default: told from its name). */
  kind?: "create" | "read" | "update" | "delete" | "list" | "action";
  /** What it takes. */
  arguments: Schema;
  /** True when nothing is kept of a run that fails. */
  rollbackOnFailure?: boolean;
  /** Does it. A method fails by throwing an `Error` that says what, why and how to fix it. */
  execute(args: any, context: MethodContext<any>): Promise<MethodResult | void>;
}

/** What a method may return: the resources it wrote. Without it, all that were written count. */
export interface MethodResult {
  /** Each name once. */
  dataHandles?: DataHandle[];
}

/** A check before methods that change something. */
export interface Check {
  /** What has to hold, for people. */
  description: string;
  /** By which people can skip it. */
  labels?: readonly string[];
  /** Names of methods, or kinds of them (default: all that change something). */
  appliesTo?: readonly string[];
  /** Whether it holds, and if not, why. */
  execute(context: CheckContext<any>): Promise<CheckResult> | CheckResult;
}

/** What a check found. */
export interface CheckResult {
  /** True when the method may run. */
  pass: boolean;
  /** Why not, for people. */
  errors?: string[];
}

/** A step from one version of a type to the next. */
export interface Upgrade {
  /** The version it leads to. */
  toVersion: string;
  /** What changed, for people. */
  description: string;
  /** The new global arguments from the old ones. */
  upgradeAttributes(old: any): Record<string, unknown>;
}

/** What methods, checks and reports have in common. */
export interface SharedContext<GlobalArgs = Record<string, unknown>> {
  /** Aborted on Ctrl-C and at the time limit. */
  signal: AbortSignal;
  /** Root of the behavior repository. */
  repoDir: string;
  /** The behavior's type. */
  modelType: ModelType;
  /** Id of the behavior. */
  modelId: string;
  /** The behavior's own values, which have passed the type's schema. */
  globalArgs: GlobalArgs;
  /** The behavior. */
  definition: { id: string; name: string; version: number; tags: Record<string, string> };
  /** Name of the method. */
  methodName: string;
  /** Progress for people. */
  logger: Logger;
  /** The absolute path of a file that the manifest lists under `additionalFiles`. */
  extensionFile(path: string): string;
  /** Definitions: the behavior's own, and those of types whose data may be read. */
  definitionRepository: DefinitionRepository;
  /** The data that may be read for which a predicate holds. */
  dataQueryService: {
    query(
      predicate: string,
      options?: string | { select?: string; limit?: number },
    ): Promise<any[]>;
  };
  /** The newest versions by name, in order; null for each that is absent. */
  readResources(names: readonly string[]): Promise<(Record<string, any> | null)[]>;
  /** A page of an output's resources, by name. */
  listResources(output: string, page?: ListOptions): Promise<ResourcePage>;
  /** Keeps texts out of logs and outputs. */
  redactor: { add(secret: string): void; redact(text: string): string };
  /** Tells svc of something that happened; shown with `--verbose`. */
  onEvent(event: unknown): void;
  /** The tags given to the run. */
  runtimeTags: Record<string, string>;
  /** The same tags, under the name that other tools of this format use. */
  tagOverrides: Record<string, string>;
  /** A CEL environment of its own. */
  createCelEnvironment(): any;
  /** Data by behavior, name, version, id or output. */
  dataRepository: DataReading;
}

/** What a check is given: it only reads. */
export type CheckContext<GlobalArgs = Record<string, unknown>> = SharedContext<GlobalArgs>;

/** What a method is given. */
export interface MethodContext<GlobalArgs = Record<string, unknown>>
  extends SharedContext<GlobalArgs> {
  /** Writes a JSON resource under a declared output. */
  writeResource(
    output: string,
    name: string,
    data: object,
    overrides?: OutputOverrides,
  ): Promise<DataHandle>;
  /** Writes many under one output, each name once. */
  writeResources(
    output: string,
    items: readonly { name: string; data: object; overrides?: OutputOverrides }[],
  ): Promise<DataHandle[]>;
  /** Writes many under several outputs. */
  writeResources(
    items: readonly { spec: string; name: string; data: object; overrides?: OutputOverrides }[],
  ): Promise<DataHandle[]>;
  /** The newest or the given version of a resource of this behavior; null when it is absent. */
  readResource(name: string, version?: number): Promise<Record<string, any> | null>;
  /** Deletes all versions. */
  deleteResource(name: string): Promise<void>;
  /** Begins a file output. */
  createFileWriter(
    output: string,
    name: string,
    overrides?: OutputOverrides & { contentType?: string; streaming?: boolean },
  ): DataWriter;
  /** The newest data of another behavior. */
  readModelData(behavior: string, output?: string): Promise<DataRecord[]>;
  /** The data that may be read for which a predicate in CEL holds. */
  queryData(predicate: string, select?: string): Promise<any[]>;
  /** Runs a method of another behavior, or of a type. */
  runModel(wanted: RunModel): Promise<RunModelResult>;
  /** Data by behavior, name, version, id or output; writes data of this behavior. */
  dataRepository: DataReading & DataWriting;
}

/** A type, as a text and in its parts. */
export interface ModelType {
  /** As it was written. */
  raw: string;
  /** In lower case with `/` between its parts. */
  normalized: string;
  toNormalized(): string;
  toDirectoryPath(): string;
  equals(other: { normalized?: string }): boolean;
  toString(): string;
}

/** A log: `{name}` in a message is filled in from the properties. */
export interface Logger {
  trace(message: unknown, ...rest: unknown[]): void;
  debug(message: unknown, ...rest: unknown[]): void;
  info(message: unknown, ...rest: unknown[]): void;
  warn(message: unknown, ...rest: unknown[]): void;
  warning(message: unknown, ...rest: unknown[]): void;
  error(message: unknown, ...rest: unknown[]): void;
  fatal(message: unknown, ...rest: unknown[]): void;
  /** A logger with more properties. */
  with(properties: Record<string, unknown>): Logger;
  getChild(name: string): Logger;
}

/** What an output may have otherwise than it was declared. */
export interface OutputOverrides {
  lifetime?: string;
  garbageCollection?: number | string;
  tags?: Record<string, string>;
}

/** Names a data item that was written. */
export interface DataHandle {
  name: string;
  /** The output it was written to. */
  specName: string;
  kind: "resource" | "file";
  dataId: string;
  /** Counted from 1. */
  version: number;
  /** In bytes. */
  size: number;
  tags: Record<string, string>;
  metadata: Record<string, unknown>;
  /** Content of a resource. */
  attributes?: any;
}

/** A stored data item. */
export interface DataRecord {
  id: string;
  name: string;
  version: number;
  isLatest: boolean;
  /** ISO 8601, UTC. */
  createdAt: string;
  /** Content of a JSON object, else empty. */
  attributes: Record<string, any>;
  tags: Record<string, string>;
  /** Name of the behavior. */
  modelName: string;
  modelId: string;
  modelType: string;
  /** The output. */
  specName: string;
  /** `resource`, `file` or `report`. */
  dataType: string;
  contentType: string;
  lifetime: string;
  size: number;
  /** Parsed for JSON, text for text, else empty. */
  content: any;
}

/** Which resources of an output are wanted. */
export interface ListOptions {
  /** The beginning of their names. */
  prefix?: string;
  /** Only names behind this one: `next` of the page before. */
  after?: string;
  /** Maximum number, 1 to 1,000 (default: 100). */
  limit?: number;
}

/** Resources by name, and where the next page begins. */
export interface ResourcePage {
  items: DataRecord[];
  /** For `after`; null on the last page. */
  next: string | null;
}

/** Writes one file: whole, line by line, or from a stream. Good for one file. */
export interface DataWriter {
  dataId: string;
  name: string;
  writeAll(bytes: Uint8Array): Promise<DataHandle>;
  writeText(text: string): Promise<DataHandle>;
  /** Adds a line; `finalize` ends the file. */
  writeLine(text: string): Promise<void>;
  writeStream(
    stream: ReadableStream<Uint8Array>,
    options?: { onLine?: (line: string) => void },
  ): Promise<DataHandle>;
  /** A private path to write to; `finalize` takes the file from there. */
  getFilePath(): Promise<string>;
  finalize(): Promise<DataHandle>;
}

/** Reads data. A type may be given as text or as `context.modelType`, a behavior by id or name. */
export interface DataReading {
  getContent(
    type: string | ModelType,
    behavior: string,
    name: string,
    version?: number,
  ): Promise<Uint8Array | null>;
  stream(
    type: string | ModelType,
    behavior: string,
    name: string,
    version?: number,
  ): ReadableStream<Uint8Array>;
  listVersions(type: string | ModelType, behavior: string, name: string): Promise<number[]>;
  findByName(
    type: string | ModelType,
    behavior: string,
    name: string,
    version?: number,
  ): Promise<any>;
  findById(id: string): Promise<any>;
  findBySpec(
    behavior: string,
    output: string,
    page?: { prefix?: string; limit?: number; offset?: number },
  ): Promise<any[]>;
  findAllForModel(type: string | ModelType, behavior: string): Promise<any[]>;
  findAllForType(type: string | ModelType): Promise<any[]>;
  findAllGlobal(): Promise<any[]>;
}

/** Writes and deletes data of the method's own behavior. */
export interface DataWriting {
  /** The tag `specName` names the declared output. */
  save(
    type: string | ModelType,
    behavior: string,
    data: {
      name: string;
      contentType?: string;
      lifetime?: string;
      garbageCollection?: number | string;
      tags?: Record<string, string>;
    },
    bytes: Uint8Array,
  ): Promise<DataHandle>;
  delete(
    type: string | ModelType,
    behavior: string,
    name: string,
    version?: number,
  ): Promise<unknown>;
}

/** Reads definitions of behaviors; null and empty lists for what is not there. */
export interface DefinitionRepository {
  findById(id: string): Promise<any>;
  findByName(name: string): Promise<any>;
  findByNameGlobal(name: string): Promise<any>;
  findAll(type?: string | ModelType): Promise<any[]>;
  findAllGlobal(): Promise<any[]>;
}

/** A method of a behavior to run, or of a type as a behavior that is made on the way. */
export type RunModel =
  & { method: string; arguments?: Record<string, unknown> }
  & ({ definition: string } | { modelType: string | ModelType; name: string });

/** How that run ended. */
export type RunModelResult =
  | { ok: true; resources: DataHandle[] }
  | { ok: false; error: { message: string; stack?: string } };

/** What `export const report` holds. */
export interface Report {
  /** `@collective/name`. */
  name: string;
  /** What it says, for people. */
  description: string;
  /** After each method, or about the behavior as a whole. */
  scope: "method" | "model";
  /** By which people can choose it. */
  labels?: readonly string[];
  /** Makes it. */
  execute(context: ReportContext<any>): Promise<ReportResult> | ReportResult;
}

/** A report, for people and for programs. */
export interface ReportResult {
  markdown: string;
  /** An object or a list (default: `{}`). */
  json?: any;
}

/** What a report is given beside what checks have: the run that it is about. */
export interface ReportContext<GlobalArgs = Record<string, unknown>>
  extends SharedContext<GlobalArgs> {
  scope: "method" | "model";
  /** The arguments of the method. */
  methodArgs: Record<string, any>;
  executionStatus: "succeeded" | "failed";
  /** Of a method that failed. */
  errorMessage?: string | undefined;
  /** All that the run wrote. */
  dataHandles: DataHandle[];
  outputSpecs: { specName: string; kind: string; description?: string }[];
  /** The arguments with `***` in place of secrets. */
  redactSensitiveArgs(
    args: Record<string, unknown>,
    kind: "global" | "method",
  ): Record<string, unknown>;
}

/** What `export const vault` holds. */
export interface Vault {
  /** `@collective/name`. */
  type: string;
  name: string;
  description: string;
  /** What its configuration has to fit. */
  configSchema?: Schema;
  /** Opens the vault of that name. */
  createProvider(name: string, config: any): VaultProvider;
}

/** Keeps secrets. An error for an absent key has the `code` `not_found`. */
export interface VaultProvider {
  /** The text that was put, unchanged. Throws for a key that is not there. */
  get(key: string): Promise<string>;
  /** Keeps a value, in place of an earlier one. */
  put(key: string, value: string): Promise<unknown>;
  /** All keys. */
  list(): Promise<string[]>;
  /** Removes a key. */
  delete?(key: string): Promise<unknown>;
  getName(): string;
}

/** What `export const datastore` holds. */
export interface Datastore {
  /** `@collective/name`. */
  type: string;
  name: string;
  description: string;
  /** What its configuration has to fit. */
  configSchema?: Schema;
  createProvider(config: any): DatastoreProvider;
}

/** Shares the files of one folder between machines. */
export interface DatastoreProvider {
  resolveDatastorePath(repoDir: string): string;
  createVerifier(): { verify(): Promise<DatastoreHealth> };
  createLock(
    path: string,
    options: { lockKey: string; ttlMs?: number; maxWaitMs?: number; retryIntervalMs?: number },
  ): DatastoreLock;
  createSyncService(repoDir: string, folder: string): SyncService;
}

/** Whether a datastore can be used. */
export interface DatastoreHealth {
  healthy: boolean;
  message: string;
  latencyMs: number;
  datastoreType: string;
}

/** A lock that all machines see. */
export interface DatastoreLock {
  /** Takes it, or waits for it. After `signal` aborts nobody is to hold it by this. */
  acquire(options?: { signal: AbortSignal }): Promise<unknown>;
  release(): Promise<unknown>;
  /** Its holder, or null. */
  inspect(): Promise<LockInfo | null>;
  /** Takes it from the holder with this nonce; false when another one holds it by now. */
  forceRelease(nonce: string): Promise<boolean>;
}

/** Who holds a lock. */
export interface LockInfo {
  /** `user@host`. */
  holder: string;
  hostname: string;
  pid: number;
  /** ISO 8601, UTC. */
  acquiredAt: string;
  /** Milliseconds after which a holder that has not renewed it has lost it. */
  ttlMs: number;
  /** Tells this holding of the lock from every other. */
  nonce?: string;
}

/** Brings files of a folder to the store and back. Paths are relative to the folder, with `/`. */
export interface SyncService {
  /** After it the folder has what the store has. Gives how many files changed, where it is known. */
  pullChanged(options: { signal: AbortSignal; only?: readonly string[] }): Promise<unknown>;
  /** After it the store has what was marked. */
  pushChanged(options: { signal: AbortSignal; only?: readonly string[] }): Promise<unknown>;
  /** Tells that a file is about to be written or removed. */
  markDirty(change: { relPath: string }): unknown;
}
