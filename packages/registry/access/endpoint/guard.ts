import { SvcError } from "@svc/core/error";
import { EXTENSION_NAME } from "@svc/core/name";
import { POLICY, type PolicyKey, type PolicyRow } from "@svc/core/policy";
import { nothingHere } from "@svc/http/edge";
import { assertNotForeign } from "@svc/http/input";
import { authorizeChange } from "../extension/authorize.ts";
import type {} from "../audit/once.ts";
import type { Services } from "../services.ts";
import { assertScope, authorizeCollective } from "../membership/authorize.ts";
import { actorFields } from "../credential/actor_fields.ts";
import { isOperator } from "../credential/operator.ts";
import { assertNotOnHold, assertProved } from "../credential/proof.ts";
import type { Principal } from "../credential/principal.ts";
import { countedCaller } from "../rate/mod.ts";
import type { Admission } from "./endpoint.ts";

/**
 * Lets a request through to the handler of a policy row, or refuses it in the order of design §4:
 * 401 no, invalid or expired credential; 403 a kind of credential the row does not take; 403 a
 * token of another collective, before any look-up; 403 missing scope; 404 not visible; 403 role. A
 * row with `proof` refuses a session that was not proved (401) before it looks anything up. A row for
 * operators answers everybody else with 404, whatever they send, as an address that is not there.
 * The body is not read. Every denial is logged.
 *
 * @param address the client's address, after trusted proxies
 */
export async function guard(
  services: Services,
  key: PolicyKey,
  request: Request,
  params: Readonly<Record<string, string>>,
  address: string,
): Promise<Admission> {
  const row: PolicyRow = POLICY[key];
  const { auth, db, log } = services;
  let principal: Principal = { kind: "anonymous" };
  try {
    const headers = looksAtCredentials(row) ? request.headers : new Headers();
    principal = await countedCaller(auth, headers, address);
    if (principal.kind === "collectiveToken") {
      await services.eventsOnce.tokenUse(principal, { request, address }, services.now());
    }
    if (row.role === "operator" && !await isOperator(db, principal)) throw nothingHere();
    assertKind(principal, row);
    if (principal.kind === "session") assertNotForeign(request, auth.trustedOrigins);
    if (row.proof === "recent") await assertProved(db, principal, services.now(), row);
    // The handler takes the answer of a second factor.
    if (row.proof === "action") await assertNotOnHold(db, principal, services.now());
    const { slug, name } = params;
    if (slug !== undefined) {
      return { principal, membership: await authorizeCollective(services, principal, row, slug) };
    }
    if (!opensToAnonymous(row)) {
      // A name that is none is the handler's to refuse, by field.
      if (name !== undefined && EXTENSION_NAME.test(name)) {
        return { principal, extension: await authorizeChange(services, principal, row, name) };
      }
      assertScope(principal, row);
    }
    return { principal };
  } catch (error) {
    if (error instanceof SvcError && (error.status === 401 || error.status === 403)) {
      log.warn("access.denied", { row: key, code: error.code, address, ...actorFields(principal) });
    }
    throw error;
  }
}

/**
 * True for rows that anybody may read. There a token's scope decides what more it sees, not
 * whether it is answered: a token that may only push must still be able to ask for the latest
 * version, as anybody may.
 */
function opensToAnonymous(row: PolicyRow): boolean {
  return row.credentials.includes("anonymous");
}

/** False for rows that answer everybody alike: a bad credential is no reason to refuse them. */
export function looksAtCredentials(row: PolicyRow): boolean {
  return row.credentials.some((kind) => kind !== "anonymous");
}

/** How to do what a bearer credential cannot do on this row. */
function otherWay({ credentials }: PolicyRow): string {
  if (credentials.includes("personalKey")) {
    return "Use a personal key, as 'svc auth login' makes one: a collective's token does not do it.";
  }
  if (credentials.includes("exchange")) {
    return "With a personal key, 'svc auth token' does it; or use the collective's settings page.";
  }
  return credentials.includes("sessionToken")
    ? "'svc auth login' creates a personal key; the account page lists and deletes keys."
    : "Sign in on the web page. Keys and tokens are not accepted here, because they can leak.";
}

function assertKind(principal: Principal, row: PolicyRow): void {
  if (row.credentials.includes(principal.kind)) return;
  if (principal.kind === "anonymous") {
    throw new SvcError("not_authenticated", "Authentication required", {
      hint: row.credentials.includes("personalKey")
        ? "Run 'svc auth login', or send 'Authorization: Bearer <key>'."
        : "Sign in first.",
    });
  }
  if (principal.kind === "publishToken") {
    throw new SvcError("forbidden", "The key of a CI job publishes, and does nothing else", {
      hint: "Read without a key, or with one of your own.",
    });
  }
  if (row.credentials.includes("session")) {
    const whose = row.credentials.includes("personalKey")
      ? "This needs a person's credential"
      : "This needs a signed-in browser session";
    throw new SvcError("session_required", whose, { hint: otherWay(row) });
  }
  throw new SvcError("forbidden", "This kind of credential cannot be used here", {
    hint: `It accepts: ${row.credentials.join(", ")}.`,
  });
}
