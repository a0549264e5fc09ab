import type { MethodDescriptor, ModelDescriptor } from "@svc/core/descriptor";
import { argumentsOf } from "../catalogue/argument.ts";
import { ArgumentsTable } from "./arguments_table.tsx";

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
