import type { Contents } from "@svc/core/descriptor";
import { Section } from "../../../../platform/web/components/section.tsx";

/** What a version holds, one line a thing; the overview documents the newest version in full. */
export function Holds({ contents }: { contents: Contents }) {
  const rows = [
    ...contents.models.map(({ type, methods }) => ({
      kind: "Behavior type",
      name: type,
      about: methods.map(({ name }) => name).join(", "),
    })),
    ...contents.extensions.map(({ type, methods }) => ({
      kind: "Adds to",
      name: type,
      about: methods.map(({ name }) => name).join(", "),
    })),
    ...contents.reports.map(({ name, description }) => ({
      kind: "Report",
      name,
      about: description,
    })),
    ...contents.vaults.map(({ type, description }) => ({
      kind: "Vault",
      name: type,
      about: description,
    })),
    ...contents.datastores.map(({ type, description }) => ({
      kind: "Datastore",
      name: type,
      about: description,
    })),
    ...contents.drivers.map(({ type, description }) => ({
      kind: "Driver",
      name: type,
      about: description,
    })),
    ...contents.workflows.map(({ name, description }) => ({
      kind: "Workflow",
      name,
      about: description,
    })),
    ...contents.skills.map(({ name, description }) => ({
      kind: "Skill",
      name,
      about: description,
    })),
  ];
  if (rows.length === 0) return null;
  return (
    <Section id="holds" title="What it holds" level={3}>
      <dl class="outputs sheet">
        {rows.map(({ kind, name, about }) => (
          <div>
            <dt>
              <code>{name}</code>
              <span class="chip chip-quiet">{kind}</span>
            </dt>
            {about === "" ? null : <dd>{about}</dd>}
          </div>
        ))}
      </dl>
    </Section>
  );
}
