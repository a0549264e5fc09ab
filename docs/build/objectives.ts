import { BURN_RATES, type Objectives } from "@svc/http/objectives";
import { SERVE_OBJECTIVES } from "@svc/serve/objectives";
import { REGISTRY_OBJECTIVES } from "../../packages/registry/features/operating/objectives/mod.ts";
import { code, GENERATED, table } from "./text.ts";

/** The page of what servers are meant to keep up, from the tables that the rules are made of. */
export function objectivesPage(): string {
  const rates = BURN_RATES.map(({ name, rate, windows: [long, short] }) =>
    `${code(name)} at ${rate} times over ${long} and ${short}`
  );
  return `${GENERATED}
# Objectives

What a registry and \`svc serve\` are meant to keep up over thirty days.

An alert says that errors are used up faster than thirty days allow: ${rates.join("; ")}, with
\`Svc\` before the name for a registry and \`SvcServe\` for \`svc serve\`.

## A registry

${filesOf(REGISTRY_OBJECTIVES)}

${sharesOf(REGISTRY_OBJECTIVES)}
Two more have no share. **Durability:** what a publication was acknowledged for is never lost;
\`SvcStoreDamaged\` tells of a damaged database,
\`npm run admin -- verify\` reads every archive, and [backups](../operating.md) are tried by
restoring them. **Secrets:** none is in a log, a metric or a
trace.

${detailsOf(REGISTRY_OBJECTIVES)}
## svc serve

${filesOf(SERVE_OBJECTIVES)} They ask for the scrape job \`svc-serve\`, as [Serving a
repository](../serve.md#metrics) has it. Each server counts for itself.

${sharesOf(SERVE_OBJECTIVES)}
A run that fails by its method, its inputs, a missing consent or a vault elsewhere is no failure of
svc. A time that is skipped, as the run before it is in progress, is not missed.

${detailsOf(SERVE_OBJECTIVES)}`;
}

function filesOf({ files }: Objectives): string {
  return `[Rules for Prometheus](https://prometheus.io/docs/prometheus/latest/configuration/recording_rules/)
with these alerts are in ${code(files.rules)}, a dashboard for Grafana is in
${code(files.dashboard)}.`;
}

function sharesOf({ objectives }: Objectives): string {
  const rows = objectives.map(({ key, what, target }) => [
    key,
    what,
    `${Number((target * 100).toFixed(3))} %`,
  ]);
  return table(["Objective", "What is good", "Share"], rows);
}

/** How Prometheus computes the share that was bad, and what fires. */
function detailsOf({ objectives, alerts }: Objectives): string {
  const queries = objectives.map(({ key, badRatio }) => [key, code(badRatio("30d"))]);
  const firing = alerts.map(({ name, expr, lasts, severity, summary }) => [
    code(name),
    `${code(expr)}${lasts === undefined ? "" : ` for ${lasts}`}`,
    severity,
    summary,
  ]);
  return `The share that was bad, as Prometheus computes it:

${table(["Objective", "Query"], queries)}
${table(["Alert", "When", "Severity", "What to do"], firing)}`;
}
