import { stringify } from "yaml";
import { ALERTS, WINDOWS } from "./alerts.ts";
import { OBJECTIVES } from "./objectives.ts";

/** The rules for Prometheus: how much of what was asked was bad, and the alerts. */
export function prometheusRules(): string {
  const ratios = WINDOWS.map((window) => ({
    name: `svc_ratios_${window}`,
    rules: OBJECTIVES.map(({ key, badRatio }) => ({
      record: `svc:bad_ratio:${window}`,
      labels: { objective: key },
      expr: badRatio(window),
    })),
  }));
  const budgets = OBJECTIVES.map(({ key, target }) => ({
    record: "svc:bad_budget",
    labels: { objective: key },
    expr: `vector(${Number((1 - target).toFixed(6))})`,
  }));
  const alerts = ALERTS.map(({ name, expr, lasts, severity, summary }) => ({
    alert: name,
    expr,
    ...(lasts === undefined ? {} : { for: lasts }),
    labels: { severity },
    annotations: { summary },
  }));
  const groups = [
    { name: "svc_budgets", rules: budgets },
    ...ratios,
    { name: "svc_alerts", rules: alerts },
  ];
  return "# Made by `npm run docs` from packages/registry/features/operating/objectives.\n" +
    stringify({ groups }, { lineWidth: 0 });
}
