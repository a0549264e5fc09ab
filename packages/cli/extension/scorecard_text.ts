import type { AuditedDependency, FactorResult, Scorecard } from "@svc/core/wire";
import { columns } from "../frame/columns.ts";
import type { Paint } from "../frame/paint.ts";

/** Places shown of one factor unless all are asked for. */
const PLACES_SHOWN = 5;

/** A scorecard as people read it: points and grade, every factor, each lost point with place and fix. */
export function scorecardText(
  card: Scorecard,
  { paint, verbose }: { paint: Paint; verbose: boolean },
): string {
  const labels = columns(card.factors.map((factor) => [
    `[${factor.earnedPoints}/${factor.maxPoints}]`,
    factor.id,
    factor.label,
  ]));
  return [
    heading(card, paint),
    ...card.factors.flatMap((factor, index) => [
      `  ${mark(factor, paint)} ${labels[index]}`,
      ...explanation(factor, verbose),
    ]),
    ...card.dependencyTrust.audited.flatMap((one) => dependencyLines(one, paint)),
  ].join("\n");
}

/** `Score: 12/12 (+2 pending server verification), 100%, grade A` */
function heading(card: Scorecard, paint: Paint): string {
  const pending = card.provisionalPoints > 0
    ? ` (+${card.provisionalPoints} pending server verification)`
    : "";
  const missing = card.factors.filter(({ status }) => status === "missing").length;
  const rest = missing === 0
    ? "all factors earned"
    : `${missing} ${missing === 1 ? "factor" : "factors"} missing`;
  return paint.bold(`Score: ${card.earnedPoints}/${card.maxPoints}${pending}`) +
    `, ${card.percentage}%, grade ${card.grade}, ${rest}`;
}

function mark({ status }: FactorResult, paint: Paint): string {
  if (status === "earned") return paint.green("✓");
  return status === "provisional" ? paint.yellow("~") : paint.red("✗");
}

function explanation(factor: FactorResult, verbose: boolean): string[] {
  if (factor.status === "earned") return [];
  const shown = verbose ? factor.findings : factor.findings.slice(0, PLACES_SHOWN);
  const hidden = factor.findings.length - shown.length;
  return [
    ...shown.map(({ place, message }) => `      ${place}: ${message}`),
    ...(hidden > 0 ? [`      and ${hidden} more; --verbose shows them`] : []),
    ...(factor.remediation ? [`      → ${factor.remediation}`] : []),
  ];
}

function dependencyLines(one: AuditedDependency, paint: Paint): string[] {
  const name = `${one.registry}:${one.name}@${one.version}`;
  const facts = [
    one.outcome === "passed" ? "trusted" : one.outcome === "failed" ? "blocked" : "not checked",
    one.license,
    one.weeklyDownloads === null ? null : `${one.weeklyDownloads} downloads a week`,
    one.lastPublishedAt && `last published ${one.lastPublishedAt.slice(0, 10)}`,
  ].filter((fact) => fact !== null);
  return [
    `  ${name}  ${paint.dim(facts.join(" · "))}`,
    ...one.warnings.map((text) => `      ${paint.yellow("warning:")} ${text}`),
  ];
}
