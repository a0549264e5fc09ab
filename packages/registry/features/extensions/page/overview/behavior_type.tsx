import type { MethodDescriptor, ModelDescriptor } from "@svc/core/descriptor";
import { type Argument, argumentsOf } from "../catalogue/argument.ts";

/** A behavior type as the catalogue documents it (spec §2.7). */
export function BehaviorType({ model }: { model: ModelDescriptor }) {
  const globals = argumentsOf(model.globalArguments);
  return (
    <article class="behavior-type">
      <h3>
        <code>{model.type}</code> <span class="chip chip-quiet">{model.version}</span>
      </h3>
      {globals.length === 0 ? <p class="quiet">No global arguments.</p> : (
        <>
          <ArgumentsTable caption={`Global arguments of ${model.type}`} rows={globals} />
          <p class="quiet">
            Set with <code>--global-arg</code> on <code>svc behavior create</code>.
          </p>
        </>
      )}
      <h4>Methods</h4>
      <p class="quiet">
        Run with <code>svc behavior run</code>.
      </p>
      {model.methods.map((method) => <Method method={method} open={model.methods.length <= 3} />)}
      {model.dataOutputSpecs.length === 0 ? null : (
        <>
          <h4>Data written</h4>
          <dl class="outputs">
            {model.dataOutputSpecs.map((output) => (
              <div>
                <dt>
                  <code>{output.specName}</code>
                  <span class="chip chip-quiet">
                    {output.kind === "file" ? output.contentType : "resource"}
                  </span>
                </dt>
                <dd>
                  {output.description ?? "No description."}{" "}
                  <span class="quiet">Kept: {output.lifetime}.</span>
                </dd>
              </div>
            ))}
          </dl>
        </>
      )}
    </article>
  );
}

function Method({ method, open }: { method: MethodDescriptor; open: boolean }) {
  const rows = argumentsOf(method.arguments);
  return (
    <details class="method" open={open}>
      <summary>
        <code>{method.name}</code>
        <span class="method-signature">
          {rows.length === 0
            ? "no arguments"
            : rows.map((row) => row.required ? row.name : `${row.name}?`).join(", ")}
        </span>
      </summary>
      <p>{method.description}</p>
      {rows.length === 0
        ? null
        : <ArgumentsTable caption={`Arguments of ${method.name}`} rows={rows} />}
    </details>
  );
}

interface ArgumentsTableProps {
  caption: string;
  rows: Argument[];
}

/** Arguments as a table: name, type, required, description (spec §2.7). */
function ArgumentsTable({ caption, rows }: ArgumentsTableProps) {
  return (
    <div class="table-scroll" tabindex={0} role="group" aria-label={caption}>
      <table class="arguments">
        <caption>{caption}</caption>
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col">Type</th>
            <th scope="col">Required</th>
            <th scope="col">Description</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr>
              <th scope="row">
                <code>{row.name}</code>
              </th>
              <td>
                <code>{row.type}</code>
              </td>
              <td>{row.required ? "yes" : "no"}</td>
              <td>
                {row.description}
                {row.defaultValue === undefined ? null : (
                  <span class="default">
                    Default: <code>{row.defaultValue}</code>
                  </span>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
