import { arg, defineCommand, text } from "../../frame/command.ts";
import { REPO_DIR } from "../../frame/options.ts";
import { type MintedView, noteMinted } from "../../serve/minted_text.ts";
import { operatorOf } from "../../serve/operator.ts";
import { withServeState } from "../../serve/state.ts";
import { EXPIRES, expiryOf, graceOf } from "../../serve/times.ts";

export default defineCommand({
  description: [
    "Prints the token with a new secret, once. Name and permissions do not change. The old secret stops working",
    "at once and its connections are closed; with --grace it stays valid for a while.",
    "Rotating renews an expired token. A revoked token cannot be rotated.",
  ].join("\n"),
  examples: {
    "svc serve token rotate ci": "a new secret for thirty days",
    "svc serve token rotate ci --grace 1h --expires 90d":
      "both secrets valid for an hour, the new one for ninety days",
  },
  arguments: [arg("name", "the token's name")],
  options: {
    expires: EXPIRES,
    grace: text("<time>", "How long the old secret stays valid: 30m, 1h, 2d, at most 7d", {
      defaultText: "0",
    }),
    "repo-dir": REPO_DIR,
  },
  async run(context): Promise<MintedView> {
    const { options, host, arguments: { name } } = context;
    const now = new Date();
    const rotation = {
      expiresAt: expiryOf(options.expires, now),
      graceMs: await graceOf(options.grace),
      by: operatorOf(host),
    };
    const { rotateToken, tokenView } = await import("@svc/serve/tokens");
    const { token, text } = await withServeState(
      context,
      (state) => rotateToken(state, name, rotation, now),
    );
    const view = { token: text, ...tokenView(token, now) };
    noteMinted(context, view);
    return view;
  },
  text: ({ token }) => token,
});
