import { DEVICE_CODE_GRANT_TYPE } from "@better-auth/oauth-provider";
import { keyHash } from "../../access/credential/key_hash.ts";
import type { Db } from "../../access/store/schema.ts";
import { grantedScopes } from "./scopes.ts";
import { readList } from "./tables.ts";

/** What a person gave to an application, and a request to the token endpoint wants to redeem. */
export interface StoredGrant {
  kind: "code" | "refresh" | "device";
  clientId: string | null;
  userId: string | null;
  scopes: string[];
  /** The addresses of the servers that it is for. */
  resources: string[];
  /** What it is bound to, as `bindingOf` told then. */
  reference: string | null;
}

/** What a request to the token endpoint names; undefined when it is not known. */
export async function storedGrant(db: Db, body: unknown): Promise<StoredGrant | undefined> {
  const { grant_type, device_code, refresh_token, code } = (body ?? {}) as Record<string, unknown>;
  switch (typeof grant_type === "string" ? grant_type.trim() : "") {
    case "authorization_code":
      return typeof code === "string" ? await codeGrant(db, code) : undefined;
    case "refresh_token":
      return typeof refresh_token === "string" ? await refreshGrant(db, refresh_token) : undefined;
    case DEVICE_CODE_GRANT_TYPE:
      return typeof device_code === "string" ? await deviceGrant(db, device_code) : undefined;
  }
  return undefined;
}

async function codeGrant(db: Db, code: string): Promise<StoredGrant | undefined> {
  const found = await db.selectFrom("verification").select("value")
    .where("identifier", "=", keyHash(code)).executeTakeFirst();
  if (found === undefined) return undefined;
  const value = JSON.parse(found.value) as {
    userId?: string;
    referenceId?: string;
    resource?: unknown;
    query?: { client_id?: string; scope?: string; resource?: unknown };
  };
  const bound = listOf(value.resource);
  return {
    kind: "code",
    clientId: value.query?.client_id ?? null,
    userId: value.userId ?? null,
    scopes: words(value.query?.scope),
    resources: bound.length > 0 ? bound : listOf(value.query?.resource),
    reference: value.referenceId ?? null,
  };
}

async function refreshGrant(db: Db, token: string): Promise<StoredGrant | undefined> {
  const found = await db.selectFrom("oauthRefreshToken")
    .select(["clientId", "userId", "scopes", "resources", "referenceId"])
    .where("token", "=", keyHash(token)).executeTakeFirst();
  return found && {
    kind: "refresh",
    clientId: found.clientId,
    userId: found.userId,
    scopes: readList(found.scopes),
    resources: readList(found.resources),
    reference: found.referenceId,
  };
}

async function deviceGrant(db: Db, code: string): Promise<StoredGrant | undefined> {
  const found = await db.selectFrom("deviceCode as device")
    .leftJoin("oauthClient as client", "client.clientId", "device.clientId")
    .select([
      "device.clientId",
      "device.userId",
      "device.scope",
      "device.resources",
      "device.referenceId",
      "client.scopes",
    ])
    .where("device.deviceCode", "=", code).executeTakeFirst();
  return found && {
    kind: "device",
    clientId: found.clientId,
    userId: found.userId,
    scopes: grantedScopes(found.scope, readList(found.scopes)),
    resources: readList(found.resources),
    reference: found.referenceId,
  };
}

/** The values of a parameter that may be repeated; what is not a text names no server. */
export function listOf(value: unknown): string[] {
  return [value ?? []].flat().map((one) => typeof one === "string" ? one : JSON.stringify(one));
}

/** The words of a parameter that is a list. */
export function words(text: unknown): string[] {
  return typeof text === "string" ? text.split(" ").filter((word) => word !== "") : [];
}
