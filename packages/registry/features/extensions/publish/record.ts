import type { Descriptor } from "@svc/core/descriptor";
import { CONTENT_KINDS, type Manifest } from "@svc/core/manifest";

/** The metadata of an extension's record, as its manifest has it. */
export function metadataColumns(manifest: Manifest, descriptor: Descriptor) {
  return {
    description: manifest.description ?? "",
    repository: manifest.repository ?? null,
    homepage: manifest.homepage ?? null,
    license: manifest.license ?? null,
    platforms: JSON.stringify(manifest.platforms),
    labels: JSON.stringify(manifest.labels),
    dependencies: JSON.stringify(manifest.dependencies),
    content_types: JSON.stringify(CONTENT_KINDS.filter((kind) => manifest[kind].length > 0)),
    content_names: JSON.stringify(contentNames(descriptor)),
  };
}

/** The names an extension defines: its types and reports. */
export function contentNames(descriptor: Descriptor): string[] {
  return [
    ...descriptor.models.map((model) => model.type),
    ...descriptor.vaults.map((vault) => vault.type),
    ...descriptor.datastores.map((datastore) => datastore.type),
    ...descriptor.reports.map((report) => report.name),
  ];
}

/** The words a search may find an extension's contents by. */
export function searchWords(descriptor: Descriptor): string[] {
  return [
    ...contentNames(descriptor),
    ...descriptor.models.flatMap((model) => model.methods.map((method) => method.name)),
  ];
}
