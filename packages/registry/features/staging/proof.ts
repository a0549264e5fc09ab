import { type Decided, Evidence, statementOf, wrongWithEvidence } from "@svc/core/approval";
import { SvcError } from "@svc/core/error";
import { Buffer } from "node:buffer";
import { z } from "zod";
import { personActor } from "../../access/audit/account.ts";
import type { CallerOrigin } from "../../access/audit/caller_origin.ts";
import { factorsOf } from "../../access/credential/proof.ts";
import { takeCode } from "../factor/mod.ts";
import { type PasskeyContext, SignedCredential, takeSigned } from "../passkey/mod.ts";
import type { Services } from "../../access/services.ts";

/** The answer of a second factor, as a request holds it. */
export const ACTION_PROOF = {
  challengeId: z.string().min(1).max(64).optional(),
  response: SignedCredential.optional().meta({
    description: "What the passkey signed, with the `challengeId` it was asked with.",
  }),
  code: z.string().regex(/^\d{6}$/, "must be the six digits that the app shows").optional().meta({
    description: "The code of an authenticator app, in place of a passkey.",
    example: "123456",
  }),
};

/** The answer of a second factor that is to be checked. */
export interface GivenProof {
  challengeId?: string | undefined;
  response?: SignedCredential | undefined;
  code?: string | undefined;
}

/** A second factor that answered for one decision. */
export interface ActionProof {
  method: "passkey" | "totp";
  /** What stays of a passkey's answer. */
  evidence: Evidence | null;
}

/** Who decides, with which session, from where. */
export interface Decider {
  user: { id: string };
  sessionId: string;
  origin: CallerOrigin;
}

/** With what somebody answers. @throws SvcError `proof_required` when they gave nothing */
export function methodOf({ response, code }: GivenProof): ActionProof["method"] {
  if (response !== undefined) return "passkey";
  if (code !== undefined) return "totp";
  throw new SvcError("proof_required", "A decision needs the answer of your second factor", {
    hint: "Decide on the page of the staged version; no key and no token does.",
  });
}

/**
 * Takes the answer of a second factor for exactly one decision. A passkey's is checked as
 * anybody can later, before anything is decided by it.
 *
 * @throws SvcError `second_factor_wrong`, `second_factor_missing`, `rate_limited`; `conflict` when it
 *   was signed for something that is not as it was
 */
export async function takeActionProof(
  services: Services,
  { user, sessionId, origin }: Decider,
  given: GivenProof,
  decided: Decided,
): Promise<ActionProof> {
  await assertHasFactor(services, user.id);
  if (given.response === undefined) {
    await takeCode(services, personActor(user.id, origin), given.code!);
    return { method: "totp", evidence: null };
  }
  const asked = { purpose: "decide", userId: user.id, sessionId } as const;
  const { challengeId = "", response } = given;
  const context: PasskeyContext = services;
  const { action, publicKey } = await takeSigned(context, asked, { challengeId, response }, origin);
  if (action?.statement !== statementOf(decided)) {
    throw new SvcError("conflict", "The passkey signed something else", {
      hint: "The version was changed since the page was loaded. Load it again and read it.",
    });
  }
  const evidence = Evidence.parse({
    nonce: action.nonce,
    publicKey: await jwkOf(publicKey),
    credentialId: response.id,
    clientDataJSON: response.response.clientDataJSON,
    authenticatorData: response.response.authenticatorData,
    signature: response.response.signature,
  });
  const wrong = await wrongWithEvidence(evidence, decided);
  if (wrong !== undefined) throw new Error(`the passkey was accepted, but ${wrong}`);
  return { method: "passkey", evidence };
}

async function assertHasFactor(
  { db, config }: Pick<Services, "db" | "config">,
  userId: string,
): Promise<void> {
  if ((await factorsOf(db, userId)).length > 0) return;
  throw new SvcError("second_factor_missing", "Decisions need a second factor", {
    hint: `Add a passkey or an authenticator app at ${config.baseUrl}/account/security.`,
  });
}

/** A public key of COSE (RFC 9053) as JSON Web Key, for who checks it without CBOR. */
async function jwkOf(publicKey: string): Promise<Record<string, string>> {
  const { decodeCredentialPublicKey } = await import("@simplewebauthn/server/helpers");
  const cose = decodeCredentialPublicKey(
    new Uint8Array(Buffer.from(publicKey, "base64url")),
  ) as unknown as Map<number, unknown>;
  const bytes = (label: number) => Buffer.from(cose.get(label) as Uint8Array).toString("base64url");
  switch (cose.get(1)) {
    case 1:
      return { kty: "OKP", crv: "Ed25519", x: bytes(-2) };
    case 2:
      return { kty: "EC", crv: "P-256", x: bytes(-2), y: bytes(-3) };
    case 3:
      return { kty: "RSA", n: bytes(-1), e: bytes(-2) };
    case undefined:
      throw new Error("the stored public key has no type");
  }
  throw new Error("the stored public key has a type that none is made with");
}
