/** What a method is given by its host, as far as this extension uses it. */
export interface MethodContext {
  /** Aborted when the run is cancelled or out of time. */
  signal: AbortSignal;
  /** Progress for the person who runs the method; never part of the result. */
  logger: {
    info(message: string, properties?: Record<string, unknown>): void;
    warn(message: string, properties?: Record<string, unknown>): void;
  };
  /** Writes one JSON resource under a declared output and returns its handle. */
  writeResource(specName: string, name: string, data: object): Promise<DataHandle>;
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

/** What each method returns: the resources it wrote. */
export interface MethodResult {
  dataHandles: DataHandle[];
}
