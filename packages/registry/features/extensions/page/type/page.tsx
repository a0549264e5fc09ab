import type { CheckDescriptor, Contents, ModelDescriptor } from "@svc/core/descriptor";
import type { VersionEntry } from "@svc/core/wire";
import { Command } from "../../../../platform/web/components/command.tsx";
import { InstallDetails } from "../../../install/components/install_lines.tsx";
import type { OfferedLines } from "../../../install/offer.ts";
import { versionHref } from "../address/links.ts";
import { argumentsOf } from "../catalogue/argument.ts";
import { ArgumentsTable } from "../components/arguments_table.tsx";
import { Method } from "../components/method.tsx";
import { type OutputDescriptor, OutputHead } from "../components/output_head.tsx";
import { ExtensionShell } from "../frame/shell.tsx";
import { VersionNotices } from "../frame/version_notices.tsx";
import type { ExtensionView } from "../frame/view.ts";
import { exampleOf } from "./example.ts";
import { schemaViewer, type ShownSchema } from "./shown_schema.ts";

/** All a behavior type's page shows. */
export interface TypePageProps {
  view: ExtensionView;
  /** The version that describes it. */
  entry: VersionEntry;
  model: ModelDescriptor;
  /** Methods, arguments and outputs of it that are left out. */
  hidden: number;
  described: Contents["described"];
  /** How to get svc and log in here. */
  lines: OfferedLines;
  /** Of the behavior in the example. */
  id: string;
}

/** A behavior type: an example to copy, its arguments, methods, checks and what it writes. */
export function TypePage(props: TypePageProps) {
  const { view, entry, model, hidden } = props;
  const { name, latestVersion } = view.info;
  const reference = entry.version === latestVersion ? name : `${name}@${entry.version}`;
  const globals = argumentsOf(model.globalArguments);
  const viewSchema = schemaViewer();
  return (
    <ExtensionShell view={view} tab={null} title={model.type}>
      <div class="version-head">
        <h2 class="break">
          <code>{model.type}</code>
        </h2>
        <span class="chip chip-quiet">{model.version}</span>
      </div>
      <p class="quiet">
        A behavior type of version <a href={versionHref(name, entry.version)}>{entry.version}</a>.
      </p>
      <VersionNotices view={view} entry={entry} />
      {props.described === "source-text" && (
        <p class="quiet">
          Read from the source text; not evaluated. Arguments may be missing. A pull describes the
          type as it is: <code>svc model type describe</code>.
        </p>
      )}
      <Example reference={reference} model={model} lines={props.lines} id={props.id} />
      <section aria-labelledby="globals-title">
        <h3 id="globals-title">Global arguments</h3>
        {globals.length === 0
          ? <p class="quiet">None.</p>
          : <ArgumentsTable caption="Arguments that all methods share" rows={globals} />}
      </section>
      <section aria-labelledby="methods-title">
        <h3 id="methods-title">Methods</h3>
        {model.methods.length === 0
          ? <p class="quiet">None.</p>
          : model.methods.map((method) => (
            <Method method={method} open={model.methods.length <= 5} />
          ))}
      </section>
      <Checks checks={model.checks ?? []} />
      <section aria-labelledby="outputs-title">
        <h3 id="outputs-title">Data written</h3>
        {model.dataOutputSpecs.length === 0
          ? <p class="quiet">None.</p>
          : (
            <dl class="outputs sheet">
              {model.dataOutputSpecs.map((output) => (
                <Output
                  output={output}
                  shown={output.kind === "resource" ? viewSchema(output.schema) : undefined}
                />
              ))}
            </dl>
          )}
      </section>
      {hidden === 0 ? null : (
        <p class="quiet">
          {hidden} more methods, arguments or outputs are not shown here. Pull the extension;{" "}
          <code>svc model type describe</code> shows all.
        </p>
      )}
    </ExtensionShell>
  );
}

function Example({ reference, model, lines, id }: {
  reference: string;
  model: ModelDescriptor;
  lines: OfferedLines;
  id: string;
}) {
  const example = exampleOf(reference, model, id);
  if (example === undefined) return null;
  return (
    <section aria-labelledby="example-title">
      <h3 id="example-title">Example</h3>
      {example.commands.map((command) => <Command {...command} />)}
      <InstallDetails lines={lines} />
      <details>
        <summary>
          The same as a file below <code>behaviors/</code>
        </summary>
        <div class="sheet prose">
          <pre tabindex={0}><code>{example.yaml}</code></pre>
        </div>
      </details>
    </section>
  );
}

/** Checks shown; a hostile descriptor may have thousands. */
const MOST_CHECKS = 100;

function Checks({ checks }: { checks: readonly CheckDescriptor[] }) {
  if (checks.length === 0) return null;
  return (
    <section aria-labelledby="checks-title">
      <h3 id="checks-title">Checks</h3>
      <p class="quiet">
        Run before methods that change something; a check that fails stops the method.
      </p>
      <dl class="outputs sheet">
        {checks.slice(0, MOST_CHECKS).map(({ name, description, labels = [], appliesTo }) => (
          <div>
            <dt>
              <code>{name}</code>
              {labels.slice(0, 8).map((label) => <span class="chip chip-quiet">{label}</span>)}
            </dt>
            <dd>
              {description || "No description."} {appliesTo === undefined
                ? null
                : <span class="quiet">Before: {appliesTo.slice(0, 20).join(", ")}.</span>}
            </dd>
          </div>
        ))}
      </dl>
      {checks.length > MOST_CHECKS && (
        <p class="quiet">{checks.length - MOST_CHECKS} more checks are not shown here.</p>
      )}
    </section>
  );
}

function Output({ output, shown }: { output: OutputDescriptor; shown: ShownSchema | undefined }) {
  const { fields = [], hidden = 0, text } = shown ?? {};
  return (
    <div>
      <OutputHead output={output} />
      <dd>
        {output.description ?? "No description."} <span class="quiet">{keptText(output)}</span>
        {fields.length === 0
          ? null
          : <ArgumentsTable caption={`Fields of ${output.specName}`} rows={fields} />}
        {hidden === 0 ? null : <p class="quiet">{hidden} more fields are not shown here.</p>}
        {text === undefined ? null : (
          <details>
            <summary>
              JSON Schema<span class="visually-hidden">of {output.specName}</span>
            </summary>
            <div class="prose">
              <pre tabindex={0}><code>{text}</code></pre>
            </div>
          </details>
        )}
      </dd>
    </div>
  );
}

/** How long data is kept, and how many versions of it. */
function keptText({ lifetime, garbageCollection }: OutputDescriptor): string {
  const versions = typeof garbageCollection === "number"
    ? `the newest ${garbageCollection} versions`
    : `versions for ${garbageCollection}`;
  return `Kept: ${lifetime}, ${versions}.`;
}
