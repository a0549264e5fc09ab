import { MODULE_KINDS, type ModuleKind } from "../sources/kinds.ts";
import { describeGraft, describeModel } from "./model.ts";
import { type Findings, findings } from "./findings.ts";
import type { ProviderDescriptor, ReportDescriptor } from "@svc/core/descriptor";
import { inputAt, schemaAt } from "./schema.ts";

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
    found.add(name, `is missing; write 'export const ${name} = …', a default export is ignored`);
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

const REPORT_NAME = /^@?[A-Za-z0-9_-]+\/[A-Za-z0-9_-]+(\/[A-Za-z0-9_-]+)*$/;
const PROVIDER_TYPE = /^@?[A-Za-z0-9_-]+\/[A-Za-z0-9_-]+$/;
const SCOPES = ["method", "model", "workflow"];

/** The description of an `export const report` (extension format reference §3.3). */
function describeReport(file: string, value: unknown, found: Findings): ReportDescriptor {
  const report = found.object("report", value) ?? {};
  const name = found.text("report.name", report["name"]);
  if (name !== "" && !REPORT_NAME.test(name)) {
    found.add("report.name", `'${name}' must be @collective/name`);
  }
  if (!SCOPES.includes(String(report["scope"]))) {
    found.add("report.scope", `must be one of ${SCOPES.join(", ")}`);
  }
  if (typeof report["execute"] !== "function") found.add("report.execute", "must be a function");
  const labels = report["labels"];
  return {
    file,
    name,
    description: found.prose("report.description", report["description"]),
    scope: report["scope"] as ReportDescriptor["scope"],
    labels: Array.isArray(labels) ? labels.map(String) : [],
  };
}

/** The description of an `export const vault` or `export const datastore` (reference §3.4, §3.5). */
function describeProvider(
  key: "vault" | "datastore",
  file: string,
  value: unknown,
  found: Findings,
): ProviderDescriptor {
  const provider = found.object(key, value) ?? {};
  const type = found.text(`${key}.type`, provider["type"]);
  if (type !== "" && !PROVIDER_TYPE.test(type)) {
    found.add(`${key}.type`, `'${type}' must have exactly two parts, such as @acme/store`);
  }
  if (typeof provider["createProvider"] !== "function") {
    found.add(`${key}.createProvider`, "must be a function");
  }
  const schema = provider["configSchema"] === undefined
    ? undefined
    : schemaAt(`${key}.configSchema`, provider["configSchema"], found);
  const input = schema && inputAt(schema, provider["configSchema"]);
  return {
    file,
    type,
    name: found.text(`${key}.name`, provider["name"]),
    description: found.prose(`${key}.description`, provider["description"]),
    ...(schema === undefined ? {} : { configSchema: schema }),
    ...(input === undefined ? {} : { configInput: input }),
  };
}
