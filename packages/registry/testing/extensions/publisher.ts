import { generateKey, hashKey } from "@svc/core/key";
import { LIMITS } from "@svc/core/limit";
import { parseExtensionName } from "@svc/core/name";
import { PUBLISHER_ACTIONS, type PublisherAction } from "@svc/core/wire";
import type { PublishRun } from "../../access/store/publishing_tables.ts";
import type { Services } from "../../access/services.ts";

/** The run of the keys that {@link addPublishKey} makes. */
export const RUN: PublishRun = {
  provider: "github",
  issuer: "https://token.actions.githubusercontent.com",
  url: "https://github.com/acme/greeter/actions/runs/1728/attempts/1",
  name: "1728",
  names: { repository: "acme/greeter" },
  ids: { owner: "65", repository: "74" },
  workflow: "acme/greeter/.github/workflows/release.yml@refs/heads/main",
  sha: "3f9c2e1d0b4a5968778695a4b3c2d1e0f9a8b7c6",
  ref: "refs/heads/main",
};

/** Puts a publisher and the key of one of its jobs into the store. */
export async function addPublishKey(
  { db, now }: Pick<Services, "db" | "now">,
  extension: string,
  actions: readonly PublisherAction[] = PUBLISHER_ACTIONS,
): Promise<{ key: string; id: string; publisher: string }> {
  const { collective } = parseExtensionName(extension);
  const { id: collectiveId } = await db.selectFrom("collective").select("id")
    .where("slug", "=", collective).executeTakeFirstOrThrow();
  const at = now().toISOString();
  const publisher = crypto.randomUUID();
  await db.insertInto("publisher").values({
    id: publisher,
    collective_id: collectiveId,
    extension_name: extension,
    provider: RUN.provider,
    issuer: RUN.issuer,
    names: JSON.stringify(RUN.names),
    place: "acme/greeter",
    ids: JSON.stringify(RUN.ids),
    id_place: "65 74",
    ids_learned_at: at,
    renamed: null,
    workflow: ".github/workflows/release.yml",
    reusable: null,
    environment: null,
    ref_rule: "any",
    events: "[]",
    runner_rule: "hosted",
    actions: JSON.stringify(actions),
    created_by: null,
    created_at: at,
    last_used_at: at,
    last_run: RUN.url,
    disabled_at: null,
    disabled_reason: null,
    warned_at: null,
  }).execute();
  const key = generateKey("publish");
  const id = crypto.randomUUID();
  await db.insertInto("publish_token").values({
    id,
    token_hash: await hashKey(key),
    run: JSON.stringify(RUN),
    created_at: at,
    expires_at: new Date(now().getTime() + LIMITS.publishTokenMs).toISOString(),
    revoked_at: null,
  }).execute();
  await db.insertInto("publish_use").values({
    token_id: id,
    extension_name: extension,
    publisher_id: publisher,
    version: null,
    confirmed_at: null,
  }).execute();
  return { key, id, publisher };
}
