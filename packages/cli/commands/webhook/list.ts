import type { WebhookView } from "@svc/serve/answers";
import { defineCommand } from "../../frame/command.ts";
import { repositoryOf } from "../../frame/repository.ts";
import { valueFrom, WHERE } from "../../remote/target.ts";
import { withServeState } from "../../serve/state.ts";
import { webhookTable } from "../../webhook/table.ts";

export default defineCommand({
  description: "Shows the expressions of each and its last delivery. Secrets are not shown.",
  examples: {
    "svc webhook list": "every webhook of the repository",
    "svc webhook list --jq '.webhooks[].path'": "their paths",
  },
  options: WHERE,
  lists: ".webhooks[]",
  async run(context): Promise<{ webhooks: WebhookView[] }> {
    return await valueFrom(context, {
      here: async () => {
        const repository = await repositoryOf(context);
        const { webhookList } = await import("@svc/serve/webhooks");
        const now = new Date();
        return { webhooks: await withServeState(repository, (state) => webhookList(state, now)) };
      },
      there: ({ ask }) => ask("webhooks.list"),
    });
  },
  text: ({ webhooks }, { paint, width }) =>
    webhooks.length === 0
      ? "No webhooks. Add one with 'svc webhook add'."
      : webhookTable(webhooks, { paint, width }),
});
