import { parsedJson } from "@svc/core/json";
import { parseReadable, parseRunnable, type Rights, runnableText } from "../rights/rights.ts";
import type { Principal, Token } from "./token.ts";

/** A token as the database has it. */
export interface TokenRow {
  id: string;
  name: string;
  kind: string;
  secret_hash: string;
  generation: number;
  previous_hash: string | null;
  previous_until: number | null;
  rights: string;
  principal: string | null;
  created_at: number;
  created_by: string;
  expires_at: number | null;
  last_used_at: number | null;
  rotated_at: number | null;
  revoked_at: number | null;
  changed_by: string;
  changed: number;
}

/** The token of a row. */
export function tokenOf(row: TokenRow): Token {
  return {
    id: row.id,
    name: row.name,
    kind: row.kind === "user" ? "user" : "token",
    hash: row.secret_hash,
    generation: row.generation,
    previous: row.previous_hash === null || row.previous_until === null
      ? null
      : { hash: row.previous_hash, until: row.previous_until },
    rights: readRights(row.rights),
    principal: readPrincipal(row.principal),
    createdAt: row.created_at,
    createdBy: row.created_by,
    expiresAt: row.expires_at,
    lastUsedAt: row.last_used_at,
    rotatedAt: row.rotated_at,
    revokedAt: row.revoked_at,
    changedBy: row.changed_by,
    changed: row.changed,
  };
}

/** The entries of an allow list as an operator writes them. */
export interface WrittenRights {
  /** `<behavior>` or `<behavior>:<method>`. */
  allow: string[];
  /** `<behavior>`. */
  read: string[];
}

/** Rights as an operator writes them. */
export function writtenRights({ run, read }: Rights): WrittenRights {
  return { allow: run.map(runnableText), read: [...read] };
}

/** Rights as the database keeps them. */
export function rightsText(rights: Rights): string {
  return JSON.stringify(writtenRights(rights));
}

/** What cannot be read, as somebody changed it by hand, gives nothing. */
function readRights(text: string): Rights {
  try {
    const { allow, read } = JSON.parse(text) as WrittenRights;
    return { run: allow.map(parseRunnable), read: read.map(parseReadable) };
  } catch {
    return { run: [], read: [] };
  }
}

function readPrincipal(text: string | null): Principal | null {
  return text === null ? null : (parsedJson(text) ?? null) as Principal | null;
}
