import { defineCommand, text } from "../../frame/command.ts";
import { REPO_DIR } from "../../frame/options.ts";
import { withServeState } from "../../serve/state.ts";
import { graceOf } from "../../serve/times.ts";
import { WEBHOOK } from "../../webhook/argument.ts";
import { noteWebhook, type SecretView } from "../../webhook/note.ts";
import { hookSecret, SECRET } from "../../webhook/secret.ts";

export default defineCommand({
  description: [
    "Prints the generated secret once. The old one stops working at once, or",
    "after --grace, so that the sender's settings can be changed without losing a delivery.",
  ].join("\n"),
  examples: { "svc webhook rotate deploy --grace 1h": "both secrets valid for an hour" },
  arguments: [WEBHOOK],
  options: {
    secret: SECRET,
    grace: text("<time>", "How long the old secret stays valid: 30s, 1h"),
    "repo-dir": REPO_DIR,
  },
  async run(context): Promise<SecretView> {
    const { options, arguments: { name } } = context;
    const graceMs = await graceOf(options.grace);
    const secret = await hookSecret(context, options.secret);
    const { rotateWebhook, webhookView } = await import("@svc/serve/webhooks");
    const shown = await withServeState(context, (state, now) => {
      const webhook = rotateWebhook(state, name, { secretFor: secret.text, graceMs }, now);
      const view = webhookView(state, webhook, now);
      return { ...view, ...(secret.isNew ? { secret: webhook.secret } : {}) };
    });
    noteWebhook(context, shown);
    return shown;
  },
  text: ({ name, secret }) => secret ?? `The webhook '${name}' has the new secret.`,
});
