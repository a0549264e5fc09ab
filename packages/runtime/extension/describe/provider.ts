import type { ProviderDescriptor, ReportDescriptor } from "@svc/core/descriptor";
import type { Findings } from "./findings.ts";
import { inputAt, schemaAt } from "./schema.ts";

const REPORT_NAME = /^@?[A-Za-z0-9_-]+\/[A-Za-z0-9_-]+(\/[A-Za-z0-9_-]+)*$/;
const PROVIDER_TYPE = /^@?[A-Za-z0-9_-]+\/[A-Za-z0-9_-]+$/;
const SCOPES = ["method", "model", "workflow"];

/** The description of an `export const report` (extension format reference §3.3). */
export function describeReport(file: string, value: unknown, found: Findings): ReportDescriptor {
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
export function describeProvider(
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
