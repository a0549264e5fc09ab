import type { DataOutputSpec } from "@svc/core/descriptor";
import type { Permissions } from "@svc/core/permission";
import type { TypeIdentifier } from "@svc/core/type";
import type { Consent } from "../consent.ts";
import type {
  GraftRecord,
  ProviderRecord,
  ReportRecord,
  TypeRecord,
} from "../../extension/describe/record.ts";

/** A type found for an identifier. */
export interface ResolvedType extends TypeRecord {
  type: TypeIdentifier;
  /** Of a pulled type: SHA-256 of its record, by which the person's consent knows it. */
  recordDigest?: string;
  /** What the person agreed to; absent before it is admitted, and where nothing was asked. */
  consent?: Consent;
  /**
   * What the policy denies, whatever was granted: a part of a granted permission, or what a placeholder
   * turns out to be. An entry may be `*`, or `PREFIX*` for variables.
   */
  denied?: Permissions;
  /** What other modules add to it; `model` holds that of those that are used. Absent when nothing is. */
  grafts?: ResolvedGraft[];
  /** What was left out of what other modules add, and why. */
  warnings?: string[];
  /** What its own code may write, where other modules add outputs that `model` holds, too. */
  outputs?: readonly DataOutputSpec[];
  /** Which graft this is: set where a graft's own module stands for the type it adds to. */
  graft?: Pick<ResolvedGraft, "key" | "name" | "checks">;
}

/**
 * Whether a module may add to a type: `not_agreed` when the person has not agreed to run it; of another
 * collective than the type also `not_asked` when they were not asked for that permission, `not_granted`
 * when they did not give it or took it back, `denied` when the policy does not allow it.
 */
export type GraftState = "used" | "not_agreed" | "not_asked" | "not_granted" | "denied";

/** What a module adds to a type. */
export interface ResolvedGraft {
  record: GraftRecord;
  /** What its record is kept under. */
  key: string;
  /** Its extension; its file where it belongs to none. */
  name: string;
  /** Of a pulled one: SHA-256 of its record. */
  recordDigest?: string;
  /** Nothing is added of one that is not used. */
  state: GraftState;
  /** Names of the methods and checks that it adds. */
  methods: string[];
  checks: string[];
}

/** The modules of a repository's own sources. */
export interface LocalTypes {
  /** By normalized type. */
  types: Record<string, TypeRecord>;
  /** By name. */
  reports: Record<string, ReportRecord>;
  /** What they add to types, in the order of their files. */
  grafts: GraftRecord[];
  /** Types of vaults and datastores, by `vault:` or `datastore:` and the normalized type. */
  providers: Record<string, ProviderRecord>;
  /** Sources that could not be loaded, and why; the others work. */
  failures: string[];
}
