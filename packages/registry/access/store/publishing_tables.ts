import type { PublisherAction, PublisherProvider } from "@svc/core/wire";
import type { Fixed } from "../../platform/store/schema.ts";

/** Who may publish from CI, and the keys that jobs got (trust 2.5). Times are ISO 8601 text. */
declare module "../../platform/store/schema.ts" {
  interface Schema {
    publishing_issuer: PublishingIssuerTable;
    publisher: PublisherTable;
    publisher_seen: PublisherSeenTable;
    publish_token: PublishTokenTable;
    publish_use: PublishUseTable;
  }
}

/** The last good keys of an issuer, for while it is out. */
export interface PublishingIssuerTable {
  url: Fixed<string>;
  /** The key set as JSON. */
  keys: string;
  fetched_at: string;
}

/** An extension's trust in the jobs of one place. The extension need not exist yet. */
export interface PublisherTable {
  id: Fixed<string>;
  collective_id: Fixed<string>;
  extension_name: Fixed<string>;
  provider: Fixed<PublisherProvider>;
  issuer: Fixed<string>;
  /** What the place is called, JSON; and what it is found by: the same as one text, folded. */
  names: string;
  place: string;
  /** What stays when the names change, JSON and as one text; null until learned. */
  ids: string | null;
  id_place: string | null;
  ids_learned_at: string | null;
  /** Other names that a job with the same ids had, JSON: they wait for an admin. */
  renamed: string | null;
  workflow: Fixed<string | null>;
  reusable: Fixed<string | null>;
  environment: Fixed<string | null>;
  ref_rule: Fixed<string>;
  /** JSON list. */
  events: Fixed<string>;
  runner_rule: Fixed<"hosted" | "any">;
  /** JSON list of what it may do. */
  actions: Fixed<string>;
  /** Null once the account is deleted. */
  created_by: string | null;
  created_at: Fixed<string>;
  last_used_at: string | null;
  /** Address of the run that used it last. */
  last_run: string | null;
  disabled_at: string | null;
  disabled_reason: string | null;
  /** When the admins were told that it ends because nobody used it. */
  warned_at: string | null;
  /** Actors, events and environments of the jobs that it trusted, JSON; null before the first. */
  seen: string | null;
}

/** An identity token that was exchanged: none is exchanged twice. */
export interface PublisherSeenTable {
  issuer: Fixed<string>;
  /** SHA-256 of the part that is signed. */
  token_digest: Fixed<string>;
  jti: Fixed<string | null>;
  expires_at: Fixed<string>;
}

/** The key of a CI job. */
export interface PublishTokenTable {
  id: Fixed<string>;
  token_hash: Fixed<string>;
  /** {@link PublishRun} as JSON. */
  run: Fixed<string>;
  created_at: Fixed<string>;
  expires_at: Fixed<string>;
  revoked_at: string | null;
}

/** What a key of a CI job may publish: one version of each extension. */
export interface PublishUseTable {
  token_id: Fixed<string>;
  extension_name: Fixed<string>;
  publisher_id: Fixed<string>;
  /** Set by the tag that the publisher asks for, or by the first announcement. */
  version: string | null;
  confirmed_at: string | null;
}

/** The run of a CI job, as its issuer vouched for it. */
export interface PublishRun {
  provider: PublisherProvider;
  issuer: string;
  /** Address of the run; of a provider that has none, what it is called. */
  url: string;
  /** What people call it, such as `1728`. */
  name: string;
  names: Readonly<Record<string, string>>;
  ids: Readonly<Record<string, string>>;
  /** Path of the workflow with its ref, where the provider has one. */
  workflow: string | null;
  /** The commit. */
  sha: string | null;
  ref: string | null;
}

/** Who may do what with which extension, as a key of a CI job has it. */
export interface PublishGrant {
  extension: string;
  collective: { id: string; slug: string };
  publisherId: string;
  actions: readonly PublisherAction[];
}
