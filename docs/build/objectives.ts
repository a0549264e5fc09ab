import {
  ALERTS,
  BURN_RATES,
  OBJECTIVES,
} from "../../packages/registry/features/operating/objectives/mod.ts";
import { code, GENERATED, table } from "./text.ts";

/** The page of what a registry is meant to keep up, from the table that the rules are made of. */
export function objectivesPage(): string {
  const targets = OBJECTIVES.map(({ key, what, target }) => [
    key,
    what,
    `${Number((target * 100).toFixed(3))} %`,
  ]);
  const queries = OBJECTIVES.map(({ key, badRatio }) => [key, code(badRatio("30d"))]);
  const alerts = ALERTS.map(({ name, expr, lasts, severity, summary }) => [
    code(name),
    `${code(expr)}${lasts === undefined ? "" : ` for ${lasts}`}`,
    severity,
    summary,
  ]);
  const rates = BURN_RATES.map(({ name, rate, windows: [long, short] }) =>
    `${code(name)} at ${rate} times over ${long} and ${short}`
  );
  return `${GENERATED}
# Objectives of a registry

What a registry is meant to keep up over thirty days.
[Rules for Prometheus](https://prometheus.io/docs/prometheus/latest/configuration/recording_rules/)
with these alerts are in \`deploy/prometheus/rules.yml\`, a dashboard for Grafana is in
\`deploy/grafana/svc-registry.json\`.

${table(["Objective", "What is good", "Share"], targets)}

Two more have no share. **Durability:** what a publication was acknowledged for is never lost;
\`SvcStoreDamaged\` tells of a damaged database, \`npm run admin -- verify\` reads every archive, and
[backups](../operating.md) are tried by restoring them. **Secrets:** none is in a log, a metric or a
trace.

## What is bad

The share that was bad, as Prometheus computes it:

${table(["Objective", "Query"], queries)}

An alert says that errors are used up faster than thirty days allow: ${rates.join("; ")}.

## Alerts

${table(["Alert", "When", "Severity", "What to do"], alerts)}`;
}
