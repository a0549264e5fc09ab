import type { ResourceOverride, Selection } from "@svc/core/answer";
import type { JsonSchema } from "@svc/core/descriptor";

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
  /** Values; texts in them may hold `${{ … }}` expressions. */
  globalArguments: Record<string, unknown>;
  /** Arguments preset for methods. */
  methods: Record<string, { arguments?: Record<string, unknown> }>;
  /** What a run may be given beside the method's arguments; expressions refer to it. */
  inputs?: JsonSchema;
  checks?: Selection;
  reports?: Selection;
  /** By the name of the output. */
  resources?: Record<string, ResourceOverride>;
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

/** What a file says of the behavior in it, without the rest of it having been read. */
export interface DefinitionEntry {
  id: string;
  name: string;
  /** Normalized. */
  type: string;
  /** Absolute path of the file. */
  path: string;
  automatic: boolean;
}
