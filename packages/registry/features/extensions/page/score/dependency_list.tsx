import type { AuditedDependency, DependencyTrust } from "@svc/core/wire";
import { OutcomeMark, outcomeText } from "../components/outcome_mark.tsx";

/** The dependency trust audit, one row a dependency with its blockers and warnings. */
export function DependencyList({ trust }: { trust: DependencyTrust }) {
  if (trust.audited.length === 0) {
    return trust.outcome === "passed"
      ? <p>No npm dependencies to audit.</p>
      : <p>{outcomeText(trust.outcome)}. The audit is repeated in the background.</p>;
  }
  return (
    <ul class="dependencies">
      {trust.audited.map((dependency) => <Dependency dependency={dependency} />)}
    </ul>
  );
}

function Dependency({ dependency }: { dependency: AuditedDependency }) {
  const facts = [
    dependency.license ?? "no license",
    dependency.weeklyDownloads === null
      ? undefined
      : `${dependency.weeklyDownloads.toLocaleString("en")} downloads a week`,
    dependency.lastPublishedAt === null
      ? undefined
      : `published ${dependency.lastPublishedAt.slice(0, 10)}`,
  ].filter((fact) => fact !== undefined);
  return (
    <li class="dependency">
      <OutcomeMark outcome={dependency.outcome} />
      <div>
        <p>
          <code>{dependency.registry}:{dependency.name}@{dependency.version}</code>
        </p>
        {dependency.registry === "jsr"
          ? <p class="quiet">Trusted without an audit.</p>
          : <p class="quiet">{facts.join(" · ")}</p>}
        {dependency.blockers.map((text) => (
          <p class="blocker">
            <b>Blocks:</b> {text}
          </p>
        ))}
        {dependency.warnings.map((text) => (
          <p class="warning">
            <b>Note:</b> {text}
          </p>
        ))}
      </div>
    </li>
  );
}
