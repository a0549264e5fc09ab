import { SvcError } from "@svc/core/error";
import { tokenSession, tokensPath } from "../../auth/token_session.ts";
import { callJson } from "../../client/call.ts";
import { arg, defineCommand, text } from "../../frame/command.ts";

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export default defineCommand({
  description:
    "For owners and admins. A revoked token stops working at once, stays in the list and " +
    "can never be enabled again.",
  examples: { "svc auth token revoke 5f0c… --collective acme": "revoke the token with that id" },
  arguments: [arg("token-id", "the id, as 'svc auth token list' shows it")],
  options: {
    collective: text("<slug>", "The collective", { required: true }),
  },
  credential: "personal key",
  async run(context) {
    const { collective } = context.options;
    const id = context.arguments["token-id"];
    if (!UUID.test(id)) {
      throw new SvcError("invalid_argument", `'${id}' is not the id of a token`, {
        hint: `'svc auth token list --collective ${collective}' shows the ids.`,
      });
    }
    const session = await tokenSession(context);
    const { token } = await callJson(
      session,
      { method: "PATCH", path: tokensPath(collective, id), body: { enabled: false } },
      (wire, z) => z.object({ token: wire.TokenRecord }),
    );
    return { revoked: { id: token.id, name: token.name, collective, enabled: token.enabled } };
  },
  text: ({ revoked }) =>
    `Revoked token '${revoked.name}' (${revoked.id}) of ${revoked.collective}.`,
});
