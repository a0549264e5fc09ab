import type { Caller } from "./caller.ts";
import type { FixtureRow, MemberRole } from "./row.ts";
import { PRIVATE, type Target } from "./world.ts";

/** What a case must be answered: the status, and the code of a refusal where the documents tell it. */
export interface Expected {
  status: number;
  code?: string;
  /** The refusal for a missing scope: a body of one field (spec §7.1). */
  missing?: string;
}

/**
 * What the documents answer, in the order of refusals of design §4: 401; 403 for a kind of
 * credential; 403 for a token of another collective, before any look-up; 403 scope; 404 not
 * visible; 403 role; then the body.
 */
export function expected(row: FixtureRow, target: Target | undefined, caller: Caller): Expected {
  if (row.takes.includes("everybody")) return through(row);
  if (caller.kind === "bad") {
    return { status: 401, ...(caller.code === undefined ? {} : { code: caller.code }) };
  }
  if (row.operator && !(caller.operator && caller.kind === "cookie")) return absent;
  const open = row.takes.includes("anyone");
  if (caller.kind === "publish" && !row.takes.includes("publish")) {
    return { status: 403, code: "forbidden" };
  }
  if (open) {
    // What an exchanged session or a session token is good for is told by its own section alone.
    if (caller.kind === "exchange" || caller.kind === "sessionToken") {
      return { status: 403, code: "session_required" };
    }
    return target === undefined || seen(row, target, caller) ? through(row) : absent;
  }
  if (caller.kind === "none") return { status: 401, code: "not_authenticated" };
  if (!row.takes.includes(caller.kind)) {
    const code = row.takes.includes("cookie") ? "session_required" : "forbidden";
    return { status: 403, code };
  }
  if (caller.foreign && !row.line.startsWith("GET ")) return { status: 403, code: "forbidden" };
  if (caller.kind === "publish") {
    const isIts = target === undefined || target.value === caller.extension;
    return isIts ? through(row) : { status: 403, code: "no_publisher" };
  }
  if (caller.kind === "token") {
    const guarded = row.about === "collective" || row.about === "extension";
    const named = guarded && !inBody(row);
    if (named && caller.of !== target!.of) return { status: 403, code: "wrong_collective" };
    if (row.scope !== undefined && !holds(caller, row.scope)) {
      return { status: 403, missing: row.scope };
    }
    if (guarded && caller.of !== target!.of) return { status: 403, code: "wrong_collective" };
  }
  if (target === undefined) return through(row);
  if (!seen(row, target, caller)) return absent;
  if (row.issue === "change" && !administers(target, caller)) {
    return { status: 403, code: "forbidden" };
  }
  if (caller.kind !== "token" && !reaches(caller.role, row.role)) {
    return { status: 403, code: "role_too_low" };
  }
  return through(row);
}

const absent: Expected = { status: 404, code: "not_found" };

function through(row: FixtureRow): Expected {
  return { status: row.admitted };
}

/** True when what the row is about is named in the body, so that it is read after the scope. */
export function inBody(row: FixtureRow): boolean {
  return row.about !== undefined && !/\{(?:slug|name|issue)\}/.test(row.line);
}

function seen(row: FixtureRow, target: Target, caller: Caller): boolean {
  if (!target.there) return false;
  if (target.issue === "security") return caller.kind !== "token" && manages(caller);
  if (target.issue === "hidden") {
    return caller.kind === "token" ? tends(row, caller) : manages(caller);
  }
  if (target.of !== PRIVATE) return true;
  if (caller.kind === "token") {
    return caller.of === PRIVATE && (row.scope === undefined || holds(caller, row.scope));
  }
  return caller.role !== undefined;
}

/** A token that reads or writes hidden issues of its collective holds both lab scopes, or writes. */
function tends(row: FixtureRow, caller: Caller): boolean {
  return caller.of === "acme" && holds(caller, "lab:write") && holds(caller, row.scope!);
}

function administers(target: Target, caller: Caller): boolean {
  return caller.kind === "token" ? caller.of === target.of : manages(caller);
}

function manages(caller: Caller): boolean {
  return caller.role === "admin" || caller.role === "owner";
}

const ORDER: readonly MemberRole[] = [undefined, "member", "admin", "owner"];

function reaches(role: MemberRole, least: MemberRole): boolean {
  return ORDER.indexOf(role) >= ORDER.indexOf(least);
}

/** Spec §5.4: the exact scope, or "all operations" of its kind. */
function holds(caller: Caller, scope: string): boolean {
  return caller.scope === scope || caller.scope === `${scope.split(":")[0]}:*`;
}
