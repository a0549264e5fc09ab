import { defineCommand } from "../../frame/command.ts";
import { REPO_DIR } from "../../frame/options.ts";
import { withServeState } from "../../serve/state.ts";
import { WEBHOOK } from "../../webhook/argument.ts";

export default defineCommand({
  description: "Its deliveries are refused; runs that it started continue.",
  examples: { "svc webhook rm deploy": "refuse further deliveries" },
  arguments: [WEBHOOK],
  options: { "repo-dir": REPO_DIR },
  async run(context) {
    const { removeWebhook } = await import("@svc/serve/webhooks");
    const { name, behavior, method } = await withServeState(
      context,
      (state) => removeWebhook(state, context.arguments.name),
    );
    return { removed: name, behavior, method };
  },
  text: ({ removed }) => `Removed the webhook '${removed}'.`,
});
