import { tokenSession, tokensPath } from "../../auth/token_session.ts";
import { callJson } from "../../client/call.ts";
import { defineCommand, text } from "../../frame/command.ts";
import type { TokenCreator, TokenRecord } from "@svc/core/wire";
import { listing } from "../../frame/table.ts";

export default defineCommand({
  description: 'For owners and admins. Revoked tokens stay listed, with "enabled": false in JSON.',
  examples: {
    "svc auth token list --collective acme": "names, scopes, ages, last uses, creators",
    "svc auth token list --collective acme --jq '.tokens[] | select(.enabled)'": "the valid ones",
  },
  options: {
    collective: text("<slug>", "The collective", { required: true }),
  },
  lists: ".tokens[]",
  credential: "personal key",
  async run(context) {
    const { collective } = context.options;
    const session = await tokenSession(context);
    const { tokens } = await callJson(
      session,
      { path: tokensPath(collective) },
      (wire, z) => z.object({ tokens: z.array(wire.TokenRecord) }),
    );
    const endless = tokens.filter(({ enabled, expiresAt }) => enabled && !expiresAt).length;
    if (endless > 0) {
      context.note(
        `${endless === 1 ? "One token never expires" : `${endless} tokens never expire`}; ` +
          "consider replacing them with tokens that expire, with --expires 90d.",
      );
    }
    return { collective, tokens };
  },
  text: ({ collective, tokens }, view) =>
    tokens.length === 0 ? `${collective} has no tokens.` : listing(view, tokens, {
      NAME: (token) => token.name,
      ID: (token) => token.id,
      PREFIX: (token) => token.keyPrefix,
      SCOPES: (token) => token.scopes.join(","),
      CREATED: (token) => day(token.createdAt),
      "LAST USED": (token) => token.lastUsedAt ? day(token.lastUsedAt) : "never",
      EXPIRES: (token) => token.expiresAt ? day(token.expiresAt) : "never",
      STATE: (token) => state(token),
      "CREATED BY": (token) => creator(token.createdBy),
    }, { isDim: (one) => state(one) !== "active" }),
});

/** `revoked` before `expired`: the first is permanent. */
function state({ enabled, expiresAt }: TokenRecord): string {
  if (!enabled) return "revoked";
  return expiresAt && new Date(expiresAt) <= new Date() ? "expired" : "active";
}

/** `ada (key laptop)`; what is not known is left out. */
function creator(by: TokenCreator | undefined): string {
  if (by === undefined) return "";
  const key = by.key ? ` (${by.key.deleted ? "deleted " : ""}key ${by.key.name ?? by.key.id})` : "";
  return `${by.username ?? "a deleted account"}${key}`;
}

const day = (instant: string) => instant.slice(0, 10);
