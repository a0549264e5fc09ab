import type { ModelDescriptor } from "@svc/core/descriptor";
import { typeHref } from "../address/links.ts";
import { argumentsOf } from "../catalogue/argument.ts";
import { ArgumentsTable } from "../components/arguments_table.tsx";
import { Method } from "../components/method.tsx";
import { OutputHead } from "../components/output_head.tsx";

/** A behavior type as the catalogue documents it (spec §2.7). */
export function BehaviorType({ extension, model }: { extension: string; model: ModelDescriptor }) {
  const globals = argumentsOf(model.globalArguments);
  const href = typeHref(extension, model.type);
  return (
    <article class="behavior-type">
      <h3>
        {href === undefined ? <code>{model.type}</code> : (
          <a href={href}>
            <code>{model.type}</code>
          </a>
        )} <span class="chip chip-quiet">{model.version}</span>
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
                <OutputHead output={output} />
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
