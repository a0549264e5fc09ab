import { MODULE_KINDS, type ModuleKind } from "../sources/kinds.ts";
import { describeGraft, describeModel } from "./model.ts";
import { describeProvider, describeReport } from "./provider.ts";
import { type Findings, findings } from "./findings.ts";

/** A bundled module to describe. */
export interface ModuleInput {
  kind: ModuleKind;
  /** Entry point relative to its kind's folder. */
  file: string;
  load(): Promise<Record<string, unknown>>;
}

/** What a module says of itself, or what is wrong with it. */
export interface ModuleResult {
  kind?: "model" | "graft" | "report" | "vault" | "datastore";
  described?: unknown;
  problems: { key: string; message: string }[];
}

/** The description of one module, by the export that its kind asks for. */
export function describeModule(
  kind: ModuleKind,
  file: string,
  module: Record<string, unknown>,
): ModuleResult {
  const found = findings();
  const { exports } = MODULE_KINDS.find((row) => row.kind === kind)!;
  if (exports.every((name) => module[name] === undefined)) {
    const [name] = exports;
    found.add(name, `is missing; write 'export const ${name} = …', a default export is not read`);
    return { problems: found.list };
  }
  const result = dispatch(kind, file, module, found);
  return { ...result, problems: found.list };
}

function dispatch(
  kind: ModuleKind,
  file: string,
  module: Record<string, unknown>,
  found: Findings,
): Omit<ModuleResult, "problems"> {
  switch (kind) {
    case "models":
      if (module["model"] === undefined && module["extension"] !== undefined) {
        return { kind: "graft", described: describeGraft(file, module["extension"], found) };
      }

      return { kind: "model", described: describeModel(file, module["model"], found) };
    case "reports":
      return { kind: "report", described: describeReport(file, module["report"], found) };
    case "vaults":
      return { kind: "vault", described: describeProvider("vault", file, module["vault"], found) };
    case "datastores":
      return {
        kind: "datastore",
        described: describeProvider("datastore", file, module["datastore"], found),
      };
  }
}
