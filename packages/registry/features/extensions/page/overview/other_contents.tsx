import type { Contents } from "@svc/core/descriptor";
import { plural } from "../catalogue/plural.ts";

/** One thing an extension holds: its name, and what it says of itself. */
interface Row {
  name: string;
  about: string;
}

/**
 * What an extension holds beside behavior types and reports: workflows, drivers, skills, what it adds
 * to other types, and files that could not be read.
 */
export function OtherContents({ contents }: { contents: Contents }) {
  const { extensions, workflows, drivers, skills, vaults, datastores, unread } = contents;
  return (
    <>
      <Rows
        id="added"
        title="Adds to other types"
        rows={extensions.map(({ type, methods }) => ({
          name: type,
          about: methods.map(({ name }) => name).join(", "),
        }))}
      />
      <Rows
        id="providers"
        title="Vaults and datastores"
        rows={[...vaults, ...datastores].map(({ type, description }) => ({
          name: type,
          about: description,
        }))}
      />
      <Rows
        id="workflows"
        title="Workflows"
        note="Stored with the extension; svc does not run workflows."
        rows={workflows.map(({ name, description, jobs }) => ({
          name,
          about: [description, plural(jobs.length, "job")].filter((text) => text).join(" · "),
        }))}
      />
      <Rows
        id="drivers"
        title="Drivers"
        note="Stored with the extension; svc does not run drivers."
        rows={drivers.map(({ type, description }) => ({ name: type, about: description }))}
      />
      <Rows
        id="skills"
        title="Skills"
        note="A pull installs them where coding agents find them."
        rows={skills.map(({ name, description, hasScripts, fileCount }) => ({
          name,
          about: [
            description,
            plural(fileCount, "file"),
            hasScripts ? "has scripts" : "",
          ].filter((text) => text).join(" · "),
        }))}
      />
      <Rows
        id="unread"
        title="Not described"
        note="The registry could not read these files; they are still part of the extension."
        rows={unread.map(({ file, problem }) => ({ name: file, about: problem }))}
      />
    </>
  );
}

function Rows({ id, title, note, rows }: {
  id: string;
  title: string;
  note?: string;
  rows: Row[];
}) {
  if (rows.length === 0) return null;
  return (
    <section id={id} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{title}</h2>
      {note === undefined ? null : <p class="quiet">{note}</p>}
      <dl class="outputs sheet">
        {rows.map(({ name, about }) => (
          <div>
            <dt>
              <code>{name}</code>
            </dt>
            <dd>{about || "No description."}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
