import { PLANS } from "@svc/core/plan";
import { z } from "zod";
import { actorFields } from "../../access/credential/actor_fields.ts";
import { defineEndpoint, type Endpoint } from "../../access/endpoint/endpoint.ts";
import { SLUG_PARAMS } from "../../access/endpoint/params.ts";
import { changePlan, readBilling } from "./billing.ts";
import { Billing } from "./schema.ts";

const Answer = z.object({ billing: Billing });

const get = defineEndpoint({
  key: "billing.get",
  params: SLUG_PARAMS,
  response: Answer,
  async handle({ services, membership }) {
    return { billing: await readBilling(services.db, membership!.collective.id, services.now()) };
  },
});

const update = defineEndpoint({
  key: "billing.update",
  params: SLUG_PARAMS,
  body: z.strictObject({ plan: z.enum(PLANS) }),
  response: Answer,
  errors: ["rule_refused", "conflict"],
  description: "Takes effect at once. A running trial continues.",
  async handle(call) {
    const { services, principal, membership, body } = call;
    const { id } = membership!.collective;
    await changePlan(services, call, id, body.plan, services.now());
    services.log.info("billing.plan_changed", { plan: body.plan, ...actorFields(principal) });
    services.events.emit("collective.changed", { collectiveId: id });
    return { billing: await readBilling(services.db, id, services.now()) };
  },
});

/** The billing interface. */
export const BILLING_ENDPOINTS: readonly Endpoint[] = [get, update];
