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
import { Section } from "../../../../platform/web/components/section.tsx";

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
      <Section id="globals" title="Global arguments" level={3}>
        {globals.length === 0
          ? <p class="quiet">None.</p>
          : <ArgumentsTable caption="Arguments that all methods share" rows={globals} />}
      </Section>
      <Section id="methods" title="Methods" level={3}>
        {model.methods.length === 0
          ? <p class="quiet">None.</p>
          : model.methods.map((method) => (
            <Method method={method} open={model.methods.length <= 5} />
          ))}
      </Section>
      <Checks checks={model.checks ?? []} />
      <Section id="outputs" title="Data written" level={3}>
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
      </Section>
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
    <Section id="example" title="Example" level={3}>
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
    </Section>
  );
}

/** Checks shown; a hostile descriptor may have thousands. */
const MOST_CHECKS = 100;

function Checks({ checks }: { checks: readonly CheckDescriptor[] }) {
  if (checks.length === 0) return null;
  return (
    <Section id="checks" title="Checks" level={3}>
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
    </Section>
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
