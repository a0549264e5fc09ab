import { stringify } from "yaml";
import { WINDOWS } from "./burning.ts";
import type { Objectives } from "./objective.ts";

/** The rules for Prometheus: how much of what was asked was bad, and the alerts. */
export function prometheusRules({ files, prefix, objectives, alerts }: Objectives): string {
  const ratios = WINDOWS.map((window) => ({
    name: `${prefix}_ratios_${window}`,
    rules: objectives.map(({ key, badRatio }) => ({
      record: `${prefix}:bad_ratio:${window}`,
      labels: { objective: key },
      expr: badRatio(window),
    })),
  }));
  const budgets = objectives.map(({ key, target }) => ({
    record: `${prefix}:bad_budget`,
    labels: { objective: key },
    expr: `vector(${Number((1 - target).toFixed(6))})`,
  }));
  const firing = alerts.map(({ name, expr, lasts, severity, summary }) => ({
    alert: name,
    expr,
    ...(lasts === undefined ? {} : { for: lasts }),
    labels: { severity },
    annotations: { summary },
  }));
  const groups = [
    { name: `${prefix}_budgets`, rules: budgets },
    ...ratios,
    { name: `${prefix}_alerts`, rules: firing },
  ];
  return `# Made by \`npm run docs\` from ${files.source}.\n` +
    stringify({ groups }, { lineWidth: 0 });
}
