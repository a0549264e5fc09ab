import type { Claims, Job } from "./job.ts";

/** A field of what a publisher is bound to: a name of the place, or an id of it. */
export interface BoundField {
  name: string;
  title: string;
  example: string;
  /** What it must look like to be taken. */
  pattern: RegExp;
}

/** The parts of a publisher that a provider's tokens can be held to, beside names, ids and ref. */
export type BoundPart = "workflow" | "reusable" | "environment" | "events" | "runner";

/** How one provider's tokens are read and what a publisher binds of them (trust 2.2, 2.3). */
export interface Provider {
  title: string;
  /** Its own issuers, where it runs one for everybody, with the address of their keys. */
  issuers: readonly { url: string; keys: string }[];
  algorithms: readonly string[];
  /** How old a token may be, in seconds; undefined where it is as old as its job. */
  maxAge: number | undefined;
  /** What the place is called; one kind lets the person name any claims instead. */
  names: readonly BoundField[] | "claims";
  /** What stays when the place gets another name. Learned at the first use unless `given`. */
  ids: readonly BoundField[];
  /** The ids are typed in: the names alone would let anybody in, or say nothing. */
  idsGiven: boolean;
  /**
   * Whether a name is one place's at a time: other ids under the same name are then another place that
   * took the name, and the publisher is disabled.
   */
  namesAreUnique: boolean;
  parts: ReadonlySet<BoundPart>;
  /** How the file, or what stands for it, is called and written whole. */
  workflow?: { title: string; example: string; normal(text: string): string | undefined };
  refRules: readonly RefRuleKind[];
  defaults: { refRule: string; events: readonly string[]; runnerRule: "hosted" | "any" };
  /** What may never start a job that publishes: strangers can. */
  neverEvents: ReadonlySet<string>;
  /**
   * What a verified token says of its job.
   *
   * @throws SvcError `token_invalid` when a claim is missing
   */
  read(claims: Claims, issuer: string): Job;
}

/** The kinds of rules for the ref of a run. */
export type RefRuleKind = "any" | "protected" | "branch" | "tag";

/** Any name without spaces, as one segment. */
export const SEGMENT = /^[^\s/@]{1,100}$/;

export const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/;
