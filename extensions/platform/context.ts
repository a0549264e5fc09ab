/** What a method is given by its host, as far as the extensions of the catalogue use it. */
export interface MethodContext<GlobalArgs = Record<string, unknown>> {
  /** The behavior's global arguments, checked by the type's schema. */
  globalArgs: GlobalArgs;
  /** Aborted when the run is cancelled or out of time. */
  signal: AbortSignal;
  /** Progress for the person who runs the method; never part of the result. */
  logger: Logger;
  /** Writes one JSON resource under a declared output and returns its handle. */
  writeResource(specName: string, name: string, data: object): Promise<DataHandle>;
  /** Writes many under one output, each name once; 500 at a time become safe together. */
  writeResources(
    specName: string,
    items: readonly { name: string; data: object }[],
  ): Promise<DataHandle[]>;
  /** Writes resources of several outputs; 500 at a time become safe together. */
  writeResources(
    items: readonly { spec: string; name: string; data: object }[],
  ): Promise<DataHandle[]>;
  /** The newest version of a resource of this behavior, or null when there is none. */
  readResource(name: string, version?: number): Promise<Record<string, unknown> | null>;
  /** What another behavior of the same repository wrote. */
  readModelData(modelName: string, specName?: string): Promise<DataRecord[]>;
}

/** Reading many resources of this behavior at once, with what the run itself has written. */
export interface DataReader {
  /** The newest versions by name, in the order given; null for each that is absent. */
  readResources(names: readonly string[]): Promise<(Record<string, unknown> | null)[]>;
  /** One page of what was written to an output, by name. */
  listResources(specName: string, page?: ListOptions): Promise<ResourcePage>;
}

/** Deleting resources of this behavior. */
export interface DataRemover {
  /** Deletes all versions of one; nothing happens where there is none. */
  deleteResource(name: string): Promise<void>;
}

/** Which resources of an output are wanted. */
export interface ListOptions {
  /** The beginning of their names. */
  prefix?: string;
  /** Only names behind this one: `next` of the page before. */
  after?: string;
  /** Maximum number, up to 1,000 (default: 100). */
  limit?: number;
}

/** Resources by name, and where the next page begins. */
export interface ResourcePage {
  items: DataRecord[];
  /** For `after`; null on the last page. */
  next: string | null;
}

/** The run's log; `{name}` in a message is filled in from the properties. */
export interface Logger {
  info(message: string, properties?: Record<string, unknown>): void;
  warn(message: string, properties?: Record<string, unknown>): void;
}

/** Names a resource that was written. */
export interface DataHandle {
  /** The resource's name. */
  name: string;
  /** The output it was written to. */
  specName: string;
  /** Its version, counted from 1. */
  version: number;
}

/** One stored resource, as reads of another behavior's data give it. */
export interface DataRecord {
  name: string;
  specName: string;
  version: number;
  /** When this version was written, ISO 8601. */
  createdAt: string;
  /** The resource itself. */
  attributes: Record<string, unknown>;
}

/** What each method returns: the resources it wrote. */
export interface MethodResult {
  dataHandles: DataHandle[];
}
