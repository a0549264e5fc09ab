import type { ModuleKind } from "../sources/kinds.ts";
import { describeModel } from "./model.ts";
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
        found.add(
          "extension",
          "adds methods to another type, which is not supported; export a model",
        );
        return {};
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
