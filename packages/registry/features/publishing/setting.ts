import { SvcError } from "@svc/core/error";
import { NameField, PUBLISHING_SETTINGS, PublishingSetting } from "@svc/core/wire";
import { z } from "zod";
import type { Principal } from "../../access/credential/principal.ts";
import { defineEndpoint } from "../../access/endpoint/endpoint.ts";
import { SLUG_PARAMS } from "../../access/endpoint/params.ts";
import { changeCollective } from "../../access/membership/change.ts";
import type { Db } from "../../access/store/schema.ts";
import { notify } from "../notification/notify.ts";

/**
 * Makes sure that who publishes may, as the collective and the extension have it: the stricter holds.
 * In the transaction that publishes, too: it may have changed since.
 *
 * @throws SvcError `trusted_publishing_only`
 */
export async function assertMayPublish(
  db: Db,
  principal: Principal,
  { name, collectiveId }: { name: string; collectiveId: string },
): Promise<void> {
  if (principal.kind === "publishToken") return;
  if (await publishingSetting(db, { name, collectiveId }) === "any") return;
  throw new SvcError(
    "trusted_publishing_only",
    `${name} is published by its trusted publishers only, not with a key or a session`,
    { hint: "Push from the CI job that the collective's settings name, under Publishers." },
  );
}

/** Who may publish an extension, which need not exist. */
async function publishingSetting(
  db: Db,
  { name, collectiveId }: { name: string; collectiveId: string },
): Promise<PublishingSetting> {
  const { own } = await db.selectFrom("collective").select("publishing as own")
    .where("id", "=", collectiveId).executeTakeFirstOrThrow();
  const extension = await db.selectFrom("extension").select("publishing").where("name", "=", name)
    .where("collective_id", "=", collectiveId).executeTakeFirst();
  const strictness = (each: PublishingSetting) => PUBLISHING_SETTINGS.indexOf(each);
  const other = extension?.publishing ?? "any";
  return strictness(other) > strictness(own) ? other : own;
}

/** `PUT /api/v1/collectives/{slug}/publishing` */
export const set = defineEndpoint({
  key: "publishing.set",
  params: SLUG_PARAMS,
  body: z.strictObject({
    publishing: PublishingSetting,
    extension: NameField.optional().meta({ description: "Of this extension alone." }),
  }),
  response: z.object({ publishing: PublishingSetting, extension: NameField.nullable() }),
  description:
    "`any`: whoever may push. `trusted`: jobs of trusted publishers, and no key, token or session. " +
    "Of the collective's setting and the extension's the stricter holds.",
  async handle(call) {
    const { publishing, extension } = call.body;
    await changeCollective(
      call,
      "publishing.set",
      async ({ trx, collective, record, event }) => {
        const before = extension === undefined
          ? await trx.selectFrom("collective").select(["id", "publishing"])
            .where("id", "=", collective.id).executeTakeFirst()
          : await trx.selectFrom("extension").select(["id", "publishing"])
            .where("name", "=", extension).where("collective_id", "=", collective.id)
            .executeTakeFirst();
        if (before === undefined) {
          throw new SvcError("not_found", `@${collective.slug} has no extension ${extension}`, {
            hint: "One that is not published yet has the setting of the collective.",
          });
        }
        await trx.updateTable(extension === undefined ? "collective" : "extension")
          .set({ publishing }).where("id", "=", before.id).execute();
        const what = extension ?? "every extension";
        const text = publishing === "any"
          ? `keys may publish ${what}`
          : `only trusted publishers may publish ${what}`;
        await notify(trx, { ...event, kind: "collective_updated", text });
        await record({
          action: "publishing.changed",
          details: { ...(extension ? { extension } : {}), from: before.publishing, to: publishing },
        });
      },
    );
    return { publishing, extension: extension ?? null };
  },
});
