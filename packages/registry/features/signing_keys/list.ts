import { SigningKeysResponse } from "@svc/core/wire";
import { defineEndpoint } from "../../access/endpoint/endpoint.ts";
import { membershipOf } from "../../access/membership/membership.ts";
import { SLUG_PARAMS } from "../collectives/schema.ts";
import { selectKeys, viewOf } from "./read.ts";

/** `GET /api/v1/collectives/{slug}/signing-keys`: all, revoked ones included, oldest first. */
export const list = defineEndpoint({
  key: "signing-keys.list",
  params: SLUG_PARAMS,
  response: SigningKeysResponse,
  async handle(call) {
    const rows = await selectKeys(call.services.db)
      .where("key.collective_id", "=", membershipOf(call).collective.id)
      .orderBy("key.created_at").orderBy("key.id").execute();
    return { signingKeys: rows.map(viewOf) };
  },
});
