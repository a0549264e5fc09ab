import { holdsScope } from "@svc/core/scope";
import { isSvcError, SvcError } from "@svc/core/error";
import { LIMITS } from "@svc/core/limit";
import { APIError } from "better-auth/api";
import type { Principal } from "../../access/credential/principal.ts";
import type { Db } from "../../access/store/schema.ts";
import { accessGrant } from "./access_token.ts";
import { ownedBy } from "./applications.ts";
import { REGISTER_SCOPE } from "./scopes.ts";

/** What is needed to tell who registers an application. */
export interface RegistrantOptions {
  db: Db;
  now(): Date;
  /** Who a request with these headers acts as. */
  principalOf(headers: Headers): Promise<Principal>;
}

/**
 * Whom an application registered by a request belongs to: the person, or the token's collective.
 * Undefined for a request that may not register.
 *
 * @throws APIError `insufficient_scope` (403), in the form of its standard
 */
export async function registrantOf(
  { db, now, principalOf }: RegistrantOptions,
  headers: Headers,
): Promise<string | undefined> {
  let principal: Principal;
  try {
    principal = await principalOf(headers);
  } catch (error) {
    if (!isSvcError(error)) throw error;
    const grant = await accessGrant(db, headers, now());
    if (grant === undefined) return undefined;
    if (grant.scopes.includes(REGISTER_SCOPE)) return grant.userId;
    throw insufficient(REGISTER_SCOPE);
  }
  switch (principal.kind) {
    case "session":
    case "sessionToken":
    case "personalKey":
      return principal.user.id;
    case "collectiveToken":
      if (holdsScope(principal.scopes, "oauth:manage")) return principal.collective.id;
      throw insufficient("oauth:manage");
    case "exchange":
    case "publishToken":
    case "anonymous":
      return undefined;
  }
}

function insufficient(scope: string): APIError {
  return new APIError("FORBIDDEN", {
    error: "insufficient_scope",
    error_description: `This token requires the ${scope} scope`,
  });
}

/**
 * Runs one registration of an owner after the other, each only while the owner has room for one
 * more: the identity library writes the application in a transaction of its own, which no count of
 * ours can join. Another server may register meanwhile, so it is counted again afterwards, and one
 * too many is taken back.
 */
export function registrationTurns() {
  const last = new Map<string, Promise<unknown>>();
  return async (
    db: Db,
    owner: string,
    register: () => Promise<Response>,
  ): Promise<Response> => {
    const turn = (last.get(owner) ?? Promise.resolve()).then(async () => {
      await assertAtMost(db, owner, LIMITS.oauthApplicationsPerOwner - 1);
      const response = await register();
      if (response.ok) await keepOrTakeBack(db, owner, response.clone());
      return response;
    });
    const settled = turn.catch(() => undefined);
    last.set(owner, settled);
    try {
      return await turn;
    } finally {
      if (last.get(owner) === settled) last.delete(owner);
    }
  };
}

async function keepOrTakeBack(db: Db, owner: string, made: Response): Promise<void> {
  const { client_id } = await made.json() as { client_id: string };
  try {
    await assertAtMost(db, owner, LIMITS.oauthApplicationsPerOwner);
  } catch (error) {
    await db.deleteFrom("oauthClient").where("clientId", "=", client_id).execute();
    throw error;
  }
}

async function assertAtMost(db: Db, owner: string, most: number): Promise<void> {
  const { count } = await ownedBy(db, owner)
    .select((column) => column.fn.countAll<number>().as("count")).executeTakeFirstOrThrow();
  if (Number(count) <= most) return;
  throw new SvcError(
    "application_limit",
    `An owner may have at most ${LIMITS.oauthApplicationsPerOwner} OAuth applications`,
    { hint: "Delete one that is no longer used." },
  );
}
