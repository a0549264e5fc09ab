import { parsedJson } from "@svc/core/json";
import { parseReadable, parseRunnable, type Rights, runnableText } from "../rights/rights.ts";
import { fieldsOf } from "../state/fields.ts";
import type { Principal, Token } from "./token.ts";

/** A token as the database has it. */
type TokenFields = Omit<Token, "hash" | "previous" | "rights" | "principal"> & {
  secretHash: string;
  previousHash: string | null;
  previousUntil: number | null;
  rights: string;
  principal: string | null;
};

/** The token of a row. */
export function tokenOf(row: Readonly<Record<string, unknown>>): Token {
  const { secretHash, previousHash, previousUntil, rights, principal, ...same } = fieldsOf<
    TokenFields
  >(row);
  return {
    ...same,
    hash: secretHash,
    previous: previousHash === null || previousUntil === null
      ? null
      : { hash: previousHash, until: previousUntil },
    rights: readRights(rights),
    principal: readPrincipal(principal),
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
