import type { Scorecard } from "@svc/core/wire";
import type { Child } from "hono/jsx";
import { DependencyList } from "./dependency_list.tsx";
import { FactorList } from "./factor_list.tsx";

/** A scorecard: its points, the factors, the audit of dependencies. */
export function Score({ scorecard, children }: { scorecard: Scorecard; children?: Child }) {
  return (
    <section id="score" aria-labelledby="score-title">
      <h2 id="score-title">
        Score: {scorecard.earnedPoints} of {scorecard.maxPoints} points
      </h2>
      {children}
      <FactorList scorecard={scorecard} />
      <h3>Dependency audit</h3>
      <div class="sheet">
        <DependencyList trust={scorecard.dependencyTrust} />
      </div>
    </section>
  );
}
