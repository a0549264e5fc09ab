import { SvcError } from "@svc/core/error";
import { z } from "zod";
import { defineEndpoint } from "../../access/endpoint/endpoint.ts";
import { userOf } from "../../access/credential/principal.ts";
import { hasFactor } from "../../access/credential/proof.ts";
import { assertShared, changeCollective } from "../../access/membership/change.ts";
import { membershipOf } from "../../access/membership/membership.ts";
import { notify } from "../notification/notify.ts";
import { SLUG_PARAMS } from "../../access/endpoint/params.ts";

/** `PUT /api/v1/collectives/{slug}/second-factor`: whether members need one to change anything. */
export const requireFactor = defineEndpoint({
  key: "collectives.require-second-factor",
  params: SLUG_PARAMS,
  body: z.strictObject({ required: z.boolean() }),
  response: z.object({ requiresSecondFactor: z.boolean() }),
  errors: ["personal_collective", "rule_refused"],
  description:
    "Nobody is removed: members without a second factor go on reading, and are refused " +
    "by each operation that changes something, with personal keys too. The collective's tokens go " +
    "on working.",
  async handle(call) {
    const { principal, body: { required } } = call;
    assertShared(membershipOf(call).collective, "cannot require a second factor");
    await changeCollective(call, "collectives.require-second-factor", async (held) => {
      const { trx, collective } = held;
      if (required && !await hasFactor(trx, userOf(principal)!.id)) {
        throw new SvcError("rule_refused", "Your own account has no second factor", {
          hint: "Add one under Account, Security first: you would lock yourself out.",
        });
      }
      const before = collective.requiresSecondFactor;
      await trx.updateTable("collective").set({ second_factor_required: Number(required) })
        .where("id", "=", collective.id).execute();
      const text = required ? "a second factor is required" : "a second factor is not required";
      await notify(trx, { ...held.event, kind: "collective_updated", text });
      const details = { requiresSecondFactor: { from: before, to: required } };
      await held.record({ action: "collective.updated", details });
    });
    call.services.events.emit("collective.changed", {
      collectiveId: membershipOf(call).collective.id,
    });
    return { requiresSecondFactor: required };
  },
});
