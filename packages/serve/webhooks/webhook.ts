import type { Mapping } from "@svc/runtime/mapping";
import type { RunSettings } from "../answers/run.ts";

/**
 * How deliveries are signed: as Standard Webhooks says, or as GitHub, Gitea and Forgejo do
 * (`X-Hub-Signature-256`).
 */
export type Scheme = "standard" | "github";

/** A webhook as it is kept. */
export interface Webhook {
  id: string;
  name: string;
  behavior: string;
  method: string;
  /** The same for each delivery. */
  inputs: Record<string, unknown>;
  /** What a delivery brings. */
  mapping: Mapping;
  settings: RunSettings;
  scheme: Scheme;
  secret: string;
  /** The secret before a rotation, as long as it is good. */
  previous: { secret: string; until: Date } | null;
  /** The largest body that is taken. */
  maxBytes: number;
  createdAt: Date;
  /** The operator. */
  createdBy: string;
  rotatedAt: Date | null;
}

/** The bodies that are taken when nobody says, and the largest that may be asked for, in bytes. */
export const BODY_BYTES = { usual: 1_000_000, most: 10_000_000 } as const;

/** The path at which a webhook takes deliveries. */
export function hookPath(name: string): string {
  return `/hooks/${name}`;
}
