import type { PermissionKind } from "./permission.ts";

/**
 * A place in an extension's code, or in a package it brings, that needs a permission, as a static scan
 * sees it. A scan can miss places; the sandbox refuses whatever was not granted.
 */
export interface FoundUse {
  kind: PermissionKind;
  /** The entry that would grant it; absent when the code computes what it asks for. */
  entry?: string;
  /** The author's own path, relative to the extension, or the package: `npm:got@14.4.5`. */
  file: string;
  /** 1-based; absent for a package. */
  line?: number;
  /** What the code calls, for people: `fetch`, `new Command`, `env.get`. */
  by: string;
  /** The SDK in whose line it is asked for. */
  sdk?: string;
}
