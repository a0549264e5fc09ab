import type {
  Descriptor,
  ModelDescriptor,
  ProviderDescriptor,
  ReportDescriptor,
  TypeGraft,
} from "@svc/core/descriptor";
import type { Manifest } from "@svc/core/manifest";
import { permissionProblem, type Permissions } from "@svc/core/permission";
import { normalizeType } from "@svc/core/type";
import { problems } from "../sources/problems.ts";
import type { Evaluated } from "./evaluate.ts";

/**
 * One descriptor from what the modules said. Without a manifest, types may have any name.
 *
 * @throws SvcError `describe_failed` with a line for each file and key at fault.
 */
export function assembleDescriptor(
  results: readonly Evaluated[],
  manifest: Pick<Manifest, "name" | "permissions"> | undefined,
): Descriptor {
  const found = problems(
    "describe_failed",
    `${manifest?.name ?? "The module"} has an invalid description:`,
    "Fix the keys named above.",
  );
  for (const result of results) {
    for (const problem of result.problems) {
      found.add(
        result.place ?? result.file,
        `${problem.key}${problem.key && " "}${problem.message}`,
      );
    }
  }
  const of = <T>(kind: string) =>
    results.filter((result) => result.kind === kind).map((result) => result.described as T);
  const models = of<ModelDescriptor>("model");
  const grafts = of<TypeGraft>("graft");
  const seen = new Map<string, string>();
  for (const model of models) {
    const type = normalizeType(model.type);
    const other = seen.get(type);
    if (other !== undefined) found.add(model.file, `model.type '${type}' is also that of ${other}`);
    seen.set(type, model.file);
  }
  const added = new Map<string, string>();
  for (const graft of grafts) {
    const type = normalizeType(graft.type);
    const problem = permissionProblem("graft", type);
    if (problem !== undefined) found.add(graft.file, `extension.type '${type}' ${problem}`);
    for (
      const [what, parts] of [["method", graft.methods], ["check", graft.checks ?? []]] as const
    ) {
      for (const { name } of parts) {
        const key = `${what} ${name} of ${type}`;
        const other = added.get(key);
        if (other !== undefined && other !== graft.file) {
          found.add(graft.file, `extension adds the ${key}, as ${other} does`);
        }
        added.set(key, graft.file);
      }
    }
  }
  const owner = manifest === undefined
    ? ""
    : `${manifest.name.slice(0, manifest.name.indexOf("/"))}/`;
  const named = [
    ...models.map((model) => ({
      file: model.file,
      key: "model.type",
      name: normalizeType(model.type),
    })),
    ...of<ReportDescriptor>("report").map((r) => ({
      file: r.file,
      key: "report.name",
      name: r.name,
    })),
    ...of<ProviderDescriptor>("vault").map((v) => ({
      file: v.file,
      key: "vault.type",
      name: v.type,
    })),
    ...of<ProviderDescriptor>("datastore").map((d) => ({
      file: d.file,
      key: "datastore.type",
      name: d.type,
    })),
  ];
  for (const { file, key, name } of named) {
    if (name !== "" && !name.startsWith(owner)) {
      found.add(
        file,
        `${key} '${name}' must start with ${owner}, the collective of ${manifest?.name}`,
      );
    }
  }
  found.done();
  return {
    descriptorVersion: 1,
    models,
    ...(grafts.length === 0 ? {} : { grafts }),
    reports: of("report"),
    vaults: of("vault"),
    datastores: of("datastore"),
    permissions: (manifest?.permissions ?? {}) as Permissions,
  };
}
