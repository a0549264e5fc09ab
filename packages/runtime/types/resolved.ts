import type { Permissions } from "@svc/core/permission";
import type { TypeIdentifier } from "@svc/core/type";
import type { ReportRecord, TypeRecord } from "../describe/record.ts";

/** A type found for an identifier. */
export interface ResolvedType extends TypeRecord {
  type: TypeIdentifier;
  /** Of a pulled type: SHA-256 of its record, by which the person's consent knows it. */
  recordDigest?: string;
  /**
   * What the policy denies, whatever was granted: a part of a granted permission, or what a placeholder
   * turns out to be. An entry may be `*`, or `PREFIX*` for variables.
   */
  denied?: Permissions;
}

/** The types and reports of a repository's own sources. */
export interface LocalTypes {
  /** By normalized type. */
  types: Record<string, TypeRecord>;
  /** By name. */
  reports: Record<string, ReportRecord>;
  /** Sources that could not be loaded, and why; the others work. */
  failures: string[];
}
