import type { Contents } from "@svc/core/descriptor";
import { CONTENT_KINDS, type Manifest } from "@svc/core/manifest";

/** The metadata of an extension's record, as its manifest has it. */
export function metadataColumns(manifest: Manifest, contents: Contents) {
  return {
    description: manifest.description ?? "",
    repository: manifest.repository ?? null,
    homepage: manifest.homepage ?? null,
    license: manifest.license ?? null,
    platforms: JSON.stringify(manifest.platforms),
    labels: JSON.stringify(manifest.labels),
    dependencies: JSON.stringify(manifest.dependencies),
    content_types: JSON.stringify(CONTENT_KINDS.filter((kind) => manifest[kind].length > 0)),
    content_names: JSON.stringify(contentNames(contents)),
  };
}

/** The names an extension defines: its types, reports, workflows and skills. */
export function contentNames(contents: Contents): string[] {
  return [
    ...contents.models.map((model) => model.type),
    ...contents.vaults.map((vault) => vault.type),
    ...contents.datastores.map((datastore) => datastore.type),
    ...contents.drivers.map((driver) => driver.type),
    ...contents.reports.map((report) => report.name),
    ...contents.workflows.map((workflow) => workflow.name),
    ...contents.skills.map((skill) => skill.name),
  ];
}

/** The words a search may find an extension's contents by. */
export function searchWords(contents: Contents): string[] {
  const types = [...contents.models, ...contents.extensions];
  return [
    ...contentNames(contents),
    ...types.flatMap(({ methods }) => methods.map((method) => method.name)),
  ];
}
