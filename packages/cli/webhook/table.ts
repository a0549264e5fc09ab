import type { WebhookView } from "@svc/serve/answers";
import { listing, type TableView } from "../frame/table.ts";
import { written } from "../frame/written.ts";

/** Webhooks as a table, with what deliveries bring below each. */
export function webhookTable(webhooks: readonly WebhookView[], view: TableView): string {
  return listing(view, webhooks, {
    NAME: (one) => one.name,
    RUNS: (one) => `${one.behavior}:${one.method}`,
    SCHEME: (one) => one.scheme,
    PATH: (one) => one.path,
    "LAST DELIVERY": (one) => lastText(one),
  }, { below: (one) => mappingLines(one) });
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
