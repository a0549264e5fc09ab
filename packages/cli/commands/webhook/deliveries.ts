import { defineCommand } from "../../frame/command.ts";
import { listing } from "../../frame/table.ts";
import { written } from "../../frame/written.ts";
import { AT_SERVER, valueAt } from "../../remote/target.ts";
import { WEBHOOK } from "../../webhook/argument.ts";

export default defineCommand({
  description: [
    "Shows the last deliveries of a webhook of a server, with the run that each started or the reason",
    "why it was refused. A server keeps refusals in memory while it runs, without body, signature or",
    "sender.",
  ].join("\n"),
  examples: {
    "svc webhook deliveries deploy --server https://serve.example.org":
      "by its name; SVC_SERVE_URL can stand for --server",
    "svc webhook deliveries deploy --server https://serve.example.org --json | jq '.deliveries[] | select(.reason)'":
      "those that were refused",
  },
  arguments: [WEBHOOK],
  options: AT_SERVER,
  lists: ".deliveries[]",
  async run(context) {
    const params = { webhook: context.arguments.name };
    return await valueAt(context, ({ ask }) => ask("webhooks.deliveries", { params }));
  },
  text: ({ deliveries }, { paint, width }) =>
    deliveries.length === 0 ? "No deliveries." : listing({ paint, width }, deliveries, {
      WHEN: ({ at }) => written(at),
      OUTCOME: ({ outcome }) => outcome,
      "RUN OR REASON": ({ run, reason }) => run ?? reason ?? "",
    }),
});
