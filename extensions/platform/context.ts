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
  /** The newest version of a resource of this behavior, or null when there is none. */
  readResource(name: string, version?: number): Promise<Record<string, unknown> | null>;
  /** What another behavior of the same repository wrote. */
  readModelData(modelName: string, specName?: string): Promise<DataRecord[]>;
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
