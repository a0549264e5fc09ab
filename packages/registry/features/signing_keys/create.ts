import { SvcError } from "@svc/core/error";
import { LIMITS } from "@svc/core/limit";
import { SigningKeyRecord } from "@svc/core/wire";
import { LINE } from "@svc/http/input";
import { readSigningKey } from "@svc/provenance";
import { z } from "zod";
import { userOf } from "../../access/credential/principal.ts";
import { defineEndpoint } from "../../access/endpoint/endpoint.ts";
import { changeCollective } from "../../access/membership/change.ts";
import { SLUG_PARAMS } from "../collectives/schema.ts";
import { warnAdmins } from "../mail/warn.ts";
import { selectKeys, viewOf } from "./read.ts";

const BODY = z.strictObject({
  name: LINE.min(1).max(LIMITS.tokenNameCharacters),
  publicKey: z.string().min(1).max(1000).meta({
    description: "P-256 or Ed25519, in PEM or as SPKI in base64.",
  }),
});

/**
 * `POST /api/v1/collectives/{slug}/signing-keys`: from now on versions of the collective may be signed
 * with the key. One that was revoked stays so: a new key is made instead.
 */
export const create = defineEndpoint({
  key: "signing-keys.create",
  params: SLUG_PARAMS,
  body: BODY,
  response: z.object({ signingKey: SigningKeyRecord }),
  errors: ["already_exists", "rule_refused", "validation_failed"],
  async handle(call) {
    const { services, principal, body } = call;
    const key = readKey(body.publicKey);
    const signingKey = await changeCollective(call, "signing-keys.create", async (held) => {
      const { trx, collective, now } = held;
      const known = await trx.selectFrom("signing_key").select(["hint", "revoked_at"])
        .where("collective_id", "=", collective.id).execute();
      const same = known.find(({ hint }) => hint === key.hint);
      if (same) throw alreadyThere(same.revoked_at !== null);
      if (known.length >= LIMITS.signingKeysPerCollective) {
        throw new SvcError(
          "rule_refused",
          `A collective may have at most ${LIMITS.signingKeysPerCollective} signing keys`,
          { hint: "Go on with one of them, or sign in CI with --provenance, which needs none." },
        );
      }
      const id = crypto.randomUUID();
      await trx.insertInto("signing_key").values({
        id,
        collective_id: collective.id,
        ...key,
        name: body.name,
        created_by: userOf(principal)?.id ?? null,
        created_at: now.toISOString(),
        revoked_at: null,
      }).execute();
      await held.record({
        action: "signing_key.created",
        details: { signingKey: body.name, hint: key.hint },
      });
      await warnAdmins(services.outbox, trx, "signing_key_created", collective.id, {
        name: body.name,
      });
      return await selectKeys(trx).where("key.id", "=", id).executeTakeFirstOrThrow();
    });
    return { signingKey: viewOf(signingKey) };
  },
});

function readKey(text: string) {
  try {
    return readSigningKey(text);
  } catch (error) {
    if (!(error instanceof SvcError)) throw error;
    throw new SvcError("validation_failed", error.message, {
      hint: error.hint,
      details: [{ path: "publicKey", message: "must be a P-256 or Ed25519 public key" }],
    });
  }
}

function alreadyThere(revoked: boolean): SvcError {
  return new SvcError(
    "already_exists",
    revoked ? "This key was revoked" : "This key is registered already",
    {
      hint: revoked
        ? "Make a new one: svc signing-key create. What the old one signed before stays valid."
        : "List the collective's signing keys to see it.",
    },
  );
}
