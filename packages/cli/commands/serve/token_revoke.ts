import { arg, defineCommand } from "../../frame/command.ts";
import { REPO_DIR } from "../../frame/options.ts";
import { operatorOf } from "../../serve/operator.ts";
import { withServeState } from "../../serve/state.ts";

export default defineCommand({
  description: [
    "The token stops working at once, and its open connections end within two seconds; runs that it",
    "started continue. It stays in the list for 30 days, and its name cannot be reused until then.",
  ].join("\n"),
  examples: { "svc serve token revoke ci": "revoke the token 'ci' permanently" },
  arguments: [arg("name", "the token's name")],
  options: { "repo-dir": REPO_DIR },
  async run(context) {
    const { revokeToken, tokenView } = await import("@svc/serve/tokens");
    const { arguments: { name }, host } = context;
    return await withServeState(context, (store, now) => {
      const { token, alreadyRevoked } = revokeToken(store, name, operatorOf(host), now);
      const { name: revoked, state, revokedAt } = tokenView(token, now);
      return { name: revoked, state, revokedAt, alreadyRevoked };
    });
  },
  text: ({ name, revokedAt, alreadyRevoked }) =>
    alreadyRevoked
      ? `Token '${name}' was already revoked at ${revokedAt}.`
      : `Revoked token '${name}'.`,
});
