import { z } from "zod";
import { defineEndpoint, type Endpoint } from "../../access/endpoint/endpoint.ts";
import { numberParams } from "../../access/endpoint/number_params.ts";
import { createClaim } from "./create.ts";
import { listOwnClaims } from "./list.ts";
import { Claim, NewClaim } from "./schema.ts";
import { withdrawClaim } from "./withdraw.ts";

const create = defineEndpoint({
  key: "claims.create",
  description:
    "The operators of the registry are told, and decide. It is answered the same whether somebody " +
    "has the name or not. A second claim to a name while the first is open replaces its grounds.",
  body: NewClaim,
  response: z.object({ number: z.int() }),
  errors: ["invalid_name", "conflict", "rate_limited"],
  async handle({ services, principal, body }) {
    if (!("user" in principal)) throw new Error("the guard admits people only");
    return { number: await createClaim(services, principal, body) };
  },
});

const list = defineEndpoint({
  key: "claims.list",
  response: z.object({ claims: z.array(Claim) }),
  async handle({ services, principal }) {
    if (!("user" in principal)) throw new Error("the guard admits people only");
    return { claims: await listOwnClaims(services.db, principal.user.id) };
  },
});

const withdraw = defineEndpoint({
  key: "claims.withdraw",
  params: numberParams,
  response: z.object({ withdrawn: z.literal(true) }),
  errors: ["not_found", "conflict"],
  async handle({ services, principal, params }) {
    if (!("user" in principal)) throw new Error("the guard admits people only");
    await withdrawClaim(services, principal.user.id, Number(params.number), services.now());
    return { withdrawn: true as const };
  },
});

/** Claims to names. */
export const CLAIM_ENDPOINTS: readonly Endpoint[] = [create, list, withdraw];
