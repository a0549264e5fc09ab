import type { Contents } from "@svc/core/descriptor";
import { BehaviorType } from "./behavior_type.tsx";

/** The behavior types of an extension, as its catalogue entry documents them (spec §2.7). */
export function BehaviorTypes({ contents }: { contents: Contents }) {
  if (contents.models.length === 0) return null;
  return (
    <section id="types" aria-labelledby="types-title">
      <h2 id="types-title">Behavior types</h2>
      {contents.described === "source-text"
        ? (
          <p class="quiet">
            Read from the source text; not evaluated. Arguments may be missing. A pull describes the
            types as they are: <code>svc model type describe</code>.
          </p>
        )
        : null}
      {contents.models.map((model) => <BehaviorType model={model} />)}
    </section>
  );
}

/** The reports of an extension. */
export function Reports({ reports }: Pick<Contents, "reports">) {
  if (reports.length === 0) return null;
  return (
    <section id="reports" aria-labelledby="reports-title">
      <h2 id="reports-title">Reports</h2>
      <dl class="outputs sheet">
        {reports.map((report) => (
          <div>
            <dt>
              <code>{report.name}</code>
            </dt>
            <dd>{report.description}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
