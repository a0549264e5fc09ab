import type { Permissions } from "@svc/core/permission";
import type { QuorumPolicy } from "@svc/log/quorum";

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
  log: LogRules;
  provenance: ProvenanceRules;
}

/** What a policy says of who publishes (trust 3.6). */
export interface ProvenanceRules {
  /** Extensions that are installed only with a statement of where they came from, as patterns. */
  require: string[];
  /** Who may publish what; it takes the place of whom the person installed from before. */
  identities: PublisherRule[];
  /** Absolute path of a `trusted_root.json`; undefined: that of the public Sigstore. */
  root?: string;
}

/** Who may publish extensions: jobs of a CI, or a key. */
export interface PublisherRule {
  /** Patterns, as of {@link PolicyRule}. */
  names: string[];
  issuer?: string;
  ownerId?: string;
  repositoryId?: string;
  /** Path of the workflow in its repository. */
  workflow?: string;
  /** SHA-256 of the public key's SPKI. */
  key?: string;
}

/** What a policy says of the logs that registries keep of what they did. */
export interface LogRules {
  /**
   * `require`: nothing is installed that is in no log. `use`: where a registry has a log, what it says
   * is checked. `off`: nobody is asked.
   */
  mode: LogMode;
  /** The keys of logs, and the witnesses whose word a head needs; undefined when nothing is said. */
  trust?: QuorumPolicy;
}

/** How logs are used. */
export const LOG_MODES = ["require", "use", "off"] as const;
export type LogMode = typeof LOG_MODES[number];

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
