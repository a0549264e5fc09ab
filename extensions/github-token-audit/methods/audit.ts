import * as z from "npm:zod@4.6.7";
import { apiBaseUrl } from "../../platform/base_url.ts";
import { connect } from "../../platform/client.ts";
import type { MethodContext } from "../../platform/context.ts";
import { PlatformFailure } from "../../platform/failure.ts";
import { defineMethod } from "../../platform/method.ts";
import type { TokenAudit } from "../outputs/token_audit.ts";
import { findOut } from "../probes/find_out.ts";
import type { Finding } from "../probes/finding.ts";
import { auditedToken, type TokenArguments } from "../token/audited_token.ts";
import { holdsToken } from "../token/holds_token.ts";
import { tokenTypeOf } from "../token/token_type.ts";

/** The arguments of a token audit. */
interface AuditArguments extends TokenArguments {
  baseUrl?: string | undefined;
}

/**
 * Writes what one token is and may do as a `tokenAudit` resource. That it is not valid is a result;
 * the run fails only when that could not be found out.
 */
export const audit = defineMethod({
  description: "Report validity, token type, issuing app and acting identity of the token",
  kind: "read",
  arguments: z.object({}),
  async execute(_args, context: MethodContext<AuditArguments>) {
    const baseUrl = apiBaseUrl(context.globalArgs.baseUrl);
    const { token, source } = await auditedToken(context.globalArgs, context.logger);
    const tokenType = tokenTypeOf(token);
    const client = connect({ extension: "github-token-audit", context, token, baseUrl });
    const { host } = new URL(baseUrl);
    const data: TokenAudit = {
      host,
      tokenType,
      ...await withoutToken(token, () => findOut(client, token, tokenType)),
      hashedToken: await hashedToken(token),
      source,
      auditedAt: new Date().toISOString(),
    };
    report(data, context.logger);
    // A port's colon is not a character of file names everywhere.
    const name = `tokenaudit.${host.replaceAll(":", "~")}`;
    return { dataHandles: [await context.writeResource("tokenAudit", name, data)] };
  },
});

/**
 * What was found out, unless a server put the token into its own words.
 *
 * @throws PlatformFailure as `find` does, but never with any of the token
 */
async function withoutToken(token: string, find: () => Promise<Finding>): Promise<Finding> {
  try {
    const finding = await find();
    if (!holdsToken(JSON.stringify(finding), token)) return finding;
  } catch (error) {
    if (!(error instanceof PlatformFailure) || !holdsToken(error.message, token)) throw error;
    const { code, status, until } = error;
    throw new PlatformFailure(code, { what: "the audit of the token", status, until });
  }
  throw new Error(
    "The server repeats the token in its answers, so nothing is written: check that baseUrl is the platform's",
  );
}

function report(audit: TokenAudit, logger: MethodContext["logger"]): void {
  const { host, tokenType, valid, reason, identity, sso } = audit;
  if (valid === true) {
    logger.info("{host} accepts the {tokenType} token of {login}", {
      host,
      tokenType,
      login: identity?.login ?? "an unknown account",
    });
  } else {
    logger.warn("the {tokenType} token {verdict} on {host}: {reason}", {
      host,
      tokenType,
      verdict: valid === false ? "is not valid" : "cannot be tested",
      reason,
    });
  }
  if (sso !== null) {
    logger.warn("authorize the token for single sign-on of {organizations}", {
      organizations: sso.organizations.join(", ") || "its organisation",
    });
  }
}

/** SHA-256 of a token in base64: the form in which the platform's audit log names tokens. */
export async function hashedToken(token: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(token));
  return btoa(String.fromCharCode(...new Uint8Array(digest)));
}
