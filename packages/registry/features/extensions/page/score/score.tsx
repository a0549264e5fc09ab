import type { FactorResult, Scorecard } from "@svc/core/wire";
import type { Child } from "hono/jsx";
import { DependencyList } from "./dependency_list.tsx";
import { UncheckedPoints } from "../components/unchecked_points.tsx";
import { OutcomeMark, outcomeText } from "../components/outcome_mark.tsx";
import { Section } from "../../../../platform/web/components/section.tsx";

/** A scorecard: its points, the factors, the audit of dependencies. */
export function Score({ scorecard, children }: { scorecard: Scorecard; children?: Child }) {
  return (
    <Section id="score" title={`Score: ${scorecard.earnedPoints} of ${scorecard.maxPoints} points`}>
      <UncheckedPoints scorecard={scorecard} />
      {children}
      <FactorList scorecard={scorecard} />
      <h3>Dependency audit</h3>
      <div class="sheet">
        <DependencyList trust={scorecard.dependencyTrust} />
      </div>
    </Section>
  );
}

/** Findings shown before the rest folds away. */
const SHOWN_FINDINGS = 3;

/** The factors, each with its mark, its points, and what to do when points are lost. */
function FactorList({ scorecard }: { scorecard: Scorecard }) {
  return (
    <ol class="factors">
      {scorecard.factors.map((factor) => <Factor factor={factor} />)}
    </ol>
  );
}

function Factor({ factor }: { factor: FactorResult }) {
  const shown = factor.findings.slice(0, SHOWN_FINDINGS);
  const folded = factor.findings.slice(SHOWN_FINDINGS);
  return (
    <li class="factor" id={`factor-${factor.id}`}>
      <OutcomeMark outcome={factor.outcome} />
      <div class="factor-body">
        <p class="factor-label">
          {factor.label}
          {(factor.outcome === "notRun" || factor.outcome === "error") && (
            <span class="chip chip-quiet">{outcomeText(factor.outcome)}</span>
          )}
        </p>
        {factor.remediation ? <p class="remedy">{factor.remediation}</p> : null}
        {shown.length === 0 ? null : <Findings findings={shown} />}
        {folded.length === 0 ? null : (
          <details>
            <summary>{folded.length} more {folded.length === 1 ? "place" : "places"}</summary>
            <Findings findings={folded} />
          </details>
        )}
      </div>
      <p class="factor-points">
        <b>{factor.earnedPoints}</b>/{factor.maxPoints}
        <span class="visually-hidden">{factor.maxPoints === 1 ? "point" : "points"}</span>
      </p>
    </li>
  );
}

function Findings({ findings }: { findings: FactorResult["findings"] }) {
  return (
    <ul class="findings">
      {findings.map((finding) => (
        <li>
          <code>{finding.place}</code> {finding.message}
        </li>
      ))}
    </ul>
  );
}
