import { SvcError } from "@svc/core/error";
import { LIMITS } from "@svc/core/limit";
import type { PolicyKey } from "@svc/core/policy";
import { z } from "zod";
import { actorOf } from "../../../access/audit/actor.ts";
import { recordEvent } from "../../../access/audit/record.ts";
import { type Call, defineEndpoint } from "../../../access/endpoint/endpoint.ts";
import { extensionOf } from "../../../access/extension/visible.ts";
import { findMembership, noSuchCollective } from "../../../access/membership/authorize.ts";
import { holdRight } from "../../../access/membership/hold_right.ts";
import type { Trx } from "../../../access/store/schema.ts";
import { inTransaction } from "../../../platform/store/transaction.ts";
import { notify } from "../../notification/notify.ts";
import { askForName, wantedBy } from "../name/take.ts";
import { nameParams } from "../record/params.ts";
import { assertFree } from "./assert_free.ts";
import { listOffers, nameIn } from "./open_offers.ts";
import { NAME_REFUSALS, Transfer } from "./schema.ts";
import { personOf } from "../../../access/credential/principal.ts";

const DAY = 24 * 60 * 60_000;

/** `POST …/{name}/transfer`: offers it to another collective; an earlier offer of it ends. */
export const offer = defineEndpoint({
  key: "transfers.offer",
  params: nameParams,
  body: z.strictObject({
    to: z.string().max(39).describe("Slug of the collective"),
    makesPublic: z.boolean().default(false).describe(
      "Needed where its collective is private and the other one is not",
    ),
  }),
  response: z.object({ transfer: Transfer }),
  errors: ["not_found", "conflict", ...NAME_REFUSALS],
  description:
    "Nothing changes before an owner of that collective accepts, within 14 days. Then it has the name " +
    "that this collective gives it, and the name that it has now is given to nobody: what was " +
    "published under it is still read by it.",
  async handle(call) {
    const { services, principal, body } = call;
    const { extension, collective } = extensionOf(call);
    const to = (await findMembership(services.db, principal, body.to))?.collective;
    if (to === undefined) throw noSuchCollective(body.to);
    if (to.id === collective.id) {
      throw new SvcError("conflict", `${extension.name} already belongs to @${to.slug}`, {
        hint: "Name another collective.",
      });
    }
    const makesPublic = collective.private && !to.private;
    if (makesPublic && !body.makesPublic) {
      throw new SvcError(
        "conflict",
        `@${to.slug} is public: everybody could read ${extension.name} and all its versions`,
        { hint: "Send 'makesPublic: true' if that is what you want." },
      );
    }
    const name = nameIn(to.slug, extension.name);
    await assertFree(services.db, name);
    const wanted = {
      name,
      collectiveId: to.id,
      extensionId: extension.id,
      ...wantedBy(principal),
    };
    await askForName(services, wanted);
    const at = services.now();
    await changeOffer(call, "transfers.offer", async (trx, userId) => {
      const row = {
        from_collective_id: collective.id,
        to_collective_id: to.id,
        offered_by: userId,
        makes_public: makesPublic ? 1 : 0,
        at: at.toISOString(),
        expires_at: new Date(at.getTime() + LIMITS.transferDays * DAY).toISOString(),
      };
      await trx.insertInto("extension_transfer").values({ extension_id: extension.id, ...row })
        .onConflict((conflict) => conflict.column("extension_id").doUpdateSet(row)).execute();
      await notify(trx, {
        kind: "extension_offered",
        collectiveId: to.id,
        actor: principal,
        at,
        extension: extension.name,
        text: `@${to.slug}`,
      });
      return { action: "transfer.offered", details: { to: to.slug } };
    });
    const offers = await listOffers(services.db, collective.id, at);
    return { transfer: offers.find((one) => one.extension === extension.name)! };
  },
});

/** `DELETE …/{name}/transfer`: withdraws the offer. */
export const cancel = defineEndpoint({
  key: "transfers.cancel",
  params: nameParams,
  response: z.object({ cancelled: z.literal(true) }),
  errors: ["not_found"],
  async handle(call) {
    const { extension } = extensionOf(call);
    await changeOffer(call, "transfers.cancel", async (trx) => {
      const gone = await trx.deleteFrom("extension_transfer")
        .where("extension_id", "=", extension.id).returning("to_collective_id").executeTakeFirst();
      if (gone === undefined) {
        throw new SvcError("not_found", `${extension.name} is not offered to a collective`, {
          hint: "The offer may have been accepted.",
        });
      }
      return { action: "transfer.cancelled", details: {} };
    });
    return { cancelled: true as const };
  },
});

/** Changes the offer of an extension and records it, while the caller owns its collective. */
async function changeOffer(
  call: Call,
  key: PolicyKey,
  change: (
    trx: Trx,
    userId: string,
  ) => Promise<{ action: "transfer.offered" | "transfer.cancelled"; details: { to?: string } }>,
): Promise<void> {
  const { services, principal } = call;
  const { extension, collective } = extensionOf(call);
  const { id } = personOf(principal);
  await inTransaction(services.db, async (trx) => {
    await holdRight(services, trx, principal, key, collective.id);
    const { action, details } = await change(trx, id);
    await recordEvent(trx, {
      at: services.now(),
      action,
      collectiveId: collective.id,
      extensionId: extension.id,
      actor: actorOf(call),
      details,
    });
  });
  services.log.info("extension.transfer", { name: extension.name, row: key });
}
