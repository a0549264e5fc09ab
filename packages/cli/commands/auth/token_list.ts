import { tokenSession, tokensPath } from "../../auth/token_session.ts";
import { tokenTable } from "../../auth/token_table.ts";
import { callJson } from "../../client/call.ts";
import { defineCommand, text } from "../../frame/command.ts";

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
  text: ({ collective, tokens }, { paint, width }) =>
    tokens.length === 0
      ? `${collective} has no tokens.`
      : tokenTable(tokens, { paint, width }, new Date()),
});
