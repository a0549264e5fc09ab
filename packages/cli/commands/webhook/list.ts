import type { WebhookView } from "@svc/serve/answers";
import { defineCommand } from "../../frame/command.ts";
import { valueFrom, WHERE } from "../../remote/target.ts";
import { withServeState } from "../../serve/state.ts";
import { listing } from "../../frame/table.ts";
import { written } from "../../frame/written.ts";

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
        const { webhookList } = await import("@svc/serve/webhooks");
        return { webhooks: await withServeState(context, webhookList) };
      },
      there: ({ ask }) => ask("webhooks.list"),
    });
  },
  text: ({ webhooks }, view) =>
    webhooks.length === 0
      ? "No webhooks. Add one with 'svc webhook add'."
      : listing(view, webhooks, {
        NAME: (one) => one.name,
        RUNS: (one) => `${one.behavior}:${one.method}`,
        SCHEME: (one) => one.scheme,
        PATH: (one) => one.path,
        "LAST DELIVERY": (one) => lastText(one),
      }, { below: (one) => mappingLines(one) }),
});

function lastText({ lastDelivery: last }: WebhookView): string {
  if (last === null) return "never";
  return `${written(last.at)}, ${last.run === null ? "filtered" : `run ${last.run}`}`;
}

function mappingLines(one: WebhookView): string[] {
  return [
    ...(one.if === null ? [] : [`  if ${one.if}`]),
    ...Object.entries(one.map).map(([name, expression]) => `  ${name} = ${expression}`),
    ...one.inputs.map((name) => `  ${name} is fixed`),
    ...(one.graceEndsAt === null ? [] : [`  old secret good until ${written(one.graceEndsAt)}`]),
  ];
}
