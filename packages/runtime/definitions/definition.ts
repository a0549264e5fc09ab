/** A behavior: a type with its global arguments, under a name (runtime reference 2.4). */
export interface Definition {
  type: string;
  /** CalVer of the type when the behavior was made. */
  typeVersion?: string;
  /** UUID; ties the behavior to its data. */
  id: string;
  name: string;
  version: number;
  tags: Record<string, string>;
  globalArguments: Record<string, unknown>;
  /** Arguments preset for methods. */
  methods: Record<string, { arguments?: Record<string, unknown> }>;
}

/** A definition and the file it was read from. */
export interface FoundDefinition {
  definition: Definition;
  /** Normalized type. */
  type: string;
  /** Absolute path of the file. */
  path: string;
  /** True when a direct run made it. */
  automatic: boolean;
}
