import type { WebhookView } from "@svc/serve/answers";
import { table, type TableView } from "../frame/table.ts";
import { written } from "../frame/written.ts";

/** Webhooks as a table, with what deliveries bring below each. */
export function webhookTable(webhooks: readonly WebhookView[], view: TableView): string {
  return table(
    view,
    ["NAME", "RUNS", "SCHEME", "PATH", "LAST DELIVERY"],
    webhooks.map((one) => [
      one.name,
      `${one.behavior}:${one.method}`,
      one.scheme,
      one.path,
      lastText(one),
    ]),
    { below: (index) => mappingLines(webhooks[index]!) },
  );
}

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
