import { generateKey, hashKey, keyStart } from "@svc/core/key";
import type { Role } from "@svc/core/role";
import { slugSkeleton } from "@svc/core/name";
import type { Scope } from "@svc/core/scope";
import type { Services } from "../../access/services.ts";

/** Puts a collective into the store; returns its id. */
export async function addCollective(
  { db, now }: Services,
  slug: string,
  options: { private?: boolean } = {},
): Promise<string> {
  const id = crypto.randomUUID();
  const at = now().toISOString();
  await db.insertInto("collective").values({
    id,
    slug,
    slug_skeleton: slugSkeleton(slug),
    name: slug,
    description: null,
    personal: 0,
    private: options.private ? 1 : 0,
    hide_issues_by_default: 0,
    hide_members_from_public: 0,
    plan: "free",
    subscription_status: null,
    trial_started_at: at,
    created_at: at,
    updated_at: at,
    deleted_at: null,
  }).execute();
  return id;
}

/** Puts a person with a personal key into the store; returns the key. */
export async function addPerson(
  { db, now }: Services,
  username: string,
  roles: Readonly<Record<string, Role>> = {},
): Promise<string> {
  const id = crypto.randomUUID();
  const at = now().toISOString();
  await db.insertInto("user").values({
    id,
    name: username,
    email: `${username}@example.com`,
    emailVerified: 1,
    image: null,
    createdAt: at,
    updatedAt: at,
    username,
    displayUsername: username,
  }).execute();
  for (const [slug, role] of Object.entries(roles)) {
    const collective = await db.selectFrom("collective").select("id").where("slug", "=", slug)
      .executeTakeFirstOrThrow();
    await db.insertInto("collective_member").values({
      id: crypto.randomUUID(),
      collective_id: collective.id,
      user_id: id,
      role,
      created_at: at,
    }).execute();
  }
  const key = generateKey("personal");
  await db.insertInto("apikey").values({
    id: crypto.randomUUID(),
    configId: "default",
    name: "test",
    start: keyStart(key),
    referenceId: id,
    prefix: "svc_",
    key: await hashKey(key),
    refillInterval: null,
    refillAmount: null,
    lastRefillAt: null,
    enabled: 1,
    rateLimitEnabled: 0,
    rateLimitTimeWindow: null,
    rateLimitMax: null,
    requestCount: 0,
    remaining: null,
    lastRequest: null,
    expiresAt: null,
    createdAt: at,
    updatedAt: at,
    permissions: null,
    metadata: null,
  }).execute();
  return key;
}

/** Puts a collective token into the store, made by the first person there; returns the raw token. */
export async function addToken(
  { db, now }: Services,
  slug: string,
  scopes: readonly Scope[],
): Promise<string> {
  const collective = await db.selectFrom("collective").select("id").where("slug", "=", slug)
    .executeTakeFirstOrThrow();
  const token = generateKey("collective");
  await db.insertInto("collective_token").values({
    id: crypto.randomUUID(),
    collective_id: collective.id,
    name: "test",
    key_prefix: keyStart(token),
    key_hash: await hashKey(token),
    scopes: JSON.stringify(scopes),
    enabled: 1,
    expires_at: null,
    created_by: (await db.selectFrom("user").select("id").limit(1).executeTakeFirstOrThrow()).id,
    created_with: null,
    created_key_id: null,
    created_key_name: null,
    created_at: now().toISOString(),
    last_used_at: null,
  }).execute();
  return token;
}
