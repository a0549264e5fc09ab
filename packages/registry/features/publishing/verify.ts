import { isSvcError, SvcError } from "@svc/core/error";
import { decodeJwt, errors, type JWTPayload, jwtVerify } from "jose";
import type { Services } from "../../access/services.ts";
import { PROVIDERS } from "../publishers/providers/mod.ts";
import { findIssuer, type TokenIssuer } from "./issuers/find.ts";
import type {} from "./issuers/keys.ts";

/** Seconds by which the clocks of issuer and registry may differ. */
export const CLOCK_TOLERANCE = 30;

/** An identity token that its issuer signed for this registry, and that is not too old. */
export interface Verified {
  issuer: TokenIssuer;
  claims: JWTPayload & { exp: number };
}

/** The audience that tokens for this registry have: worthless at any other. */
export function audienceOf({ config }: Pick<Services, "config">): string {
  return new URL(config.baseUrl).origin;
}

/**
 * Verifies an identity token, in the order of trust 2.4: which issuer, which key, signature and claims,
 * one audience.
 *
 * @throws SvcError `token_malformed`, `issuer_unknown`, `token_invalid`, `issuer_unavailable`
 */
export async function verifyToken(
  services: Pick<Services, "db" | "config" | "now" | "issuerKeys">,
  token: string,
): Promise<Verified> {
  const url = issuerIn(token);
  const issuer = await findIssuer(services, url);
  if (issuer === undefined) {
    throw new SvcError(
      "issuer_unknown",
      `No publisher here trusts the issuer ${url.slice(0, 200)}`,
      {
        hint: "The operator of the registry names issuers with SVC_OIDC_ISSUERS.",
      },
    );
  }
  const { algorithms, maxAge } = PROVIDERS[issuer.provider];
  const audience = audienceOf(services);
  try {
    const { payload } = await jwtVerify(token, services.issuerKeys.of(issuer), {
      issuer: issuer.url,
      audience,
      algorithms: [...algorithms],
      clockTolerance: CLOCK_TOLERANCE,
      requiredClaims: ["iat", "exp"],
      currentDate: services.now(),
      ...(maxAge === undefined ? {} : { maxTokenAge: maxAge }),
    });
    // A list may name others beside this registry, each of which could use the token here.
    if (typeof payload.aud !== "string") throw invalid("it has several audiences", audience);
    return { issuer, claims: { ...payload, exp: payload.exp! } };
  } catch (error) {
    if (isSvcError(error)) throw error;
    throw invalid(reasonOf(error), audience);
  }
}

function issuerIn(token: string): string {
  try {
    const { iss } = decodeJwt(token);
    if (typeof iss === "string") return iss;
  } catch {
    // As what names no issuer.
  }
  throw new SvcError("token_malformed", "This is not an identity token", {
    hint: "Send the JWT that the CI system gave the job, as it is.",
  });
}

function invalid(reason: string, audience: string): SvcError {
  return new SvcError("token_invalid", `The identity token is not good: ${reason}`, {
    hint: `Ask for a new one in this job, with the audience ${audience}.`,
  });
}

/** What may be said of why: which claim, not what the library found in detail. */
function reasonOf(error: unknown): string {
  if (error instanceof errors.JWTExpired) return "it is too old";
  if (error instanceof errors.JWTClaimValidationFailed) {
    return error.claim === "aud"
      ? "it is for another audience"
      : `its claim '${error.claim}' is not as it must be`;
  }
  return "its signature is not one of its issuer";
}
