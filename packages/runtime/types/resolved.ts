import type { ModelDescriptor } from "@svc/core/descriptor";
import type { Permissions } from "@svc/core/permission";
import type { TypeIdentifier } from "@svc/core/type";

/** Where a type comes from. */
export type TypeOrigin = "builtin" | "local" | "pulled";

/** What is known of a type on this machine; written when its extension is bundled. */
export interface TypeRecord {
  model: ModelDescriptor;
  permissions: Permissions;
  origin: TypeOrigin;
  /** Name of its extension, when it has one. */
  extension?: string;
  /** Version of its extension. */
  extensionVersion?: string;
  /** Folder of its bundle, relative to `.svc`, or absolute for a built-in type. */
  folder: string;
  /** File of the bundle in that folder. */
  bundle: string;
  /** Folder of its `additionalFiles`, relative to the repository. */
  files?: string;
  /** File that declares its permissions, relative to the repository, for error messages. */
  manifest?: string;
}

/** A type found for an identifier. */
export interface ResolvedType extends TypeRecord {
  type: TypeIdentifier;
}

/** The types of a repository's own sources. */
export interface LocalTypes {
  /** By normalized type. */
  types: Record<string, TypeRecord>;
  /** Sources that could not be loaded, and why; the others work. */
  failures: string[];
}
