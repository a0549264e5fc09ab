import type { Permissions } from "@svc/core/permission";

/** A policy: what whoever runs the machine decided for every repository on it. */
export interface Policy {
  /** Absolute path of its file, for people. */
  path: string;
  /** Granted to every extension without a question. */
  allow: Permissions;
  /** Granted to nothing; an entry may be `*` for its whole kind. */
  deny: Permissions;
  extensions: PolicyRule[];
  /** True when `svc extension install` grants what lockfiles name, as with `--trust-lockfile`. */
  trustLockfile: boolean;
}

/** What a policy says of the extensions that a pattern names. */
export interface PolicyRule {
  /** An extension or type, all below a prefix (`@acme/*`), or `*`. */
  pattern: string;
  /** The registries whose extensions `allow` is for, and `local` for a repository's own sources. */
  from: string[];
  allow: Permissions;
  deny: Permissions;
}

/** Whom a policy is asked about. */
export interface PolicySubject {
  /** Its extension, or its type where it has none. */
  name: string;
  /** The registry it was pulled from, `local`, or `builtin`. */
  from: string | undefined;
}

/** The name of a repository's own sources in `from`. */
export const LOCAL_SOURCES = "local";
