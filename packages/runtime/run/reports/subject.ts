import type { DataOutputSpec, JsonSchema, MethodDescriptor } from "@svc/core/descriptor";
import type { ResolvedType } from "../../consent/types/resolved.ts";
import type { FoundDefinition } from "../../repository/definitions/definition.ts";
import type { Repository } from "../../repository/repository.ts";
import type { DataHandle, LogLevel } from "../../sandbox/protocol.ts";
import type { Redactor } from "../../sandbox/redaction/redactor.ts";
import { propertiesOf } from "../../base/schema/properties.ts";

/** The run a report is about. */
export interface ReportSubject {
  repository: Repository;
  found: FoundDefinition;
  /** The behavior's type. */
  type: { raw: string; normalized: string };
  outputSpecs: readonly DataOutputSpec[];
  methodName: string;
  /** As they were given: expressions kept, secrets blanked. */
  globalArguments: Record<string, unknown>;
  methodArguments: Record<string, unknown>;
  /** Names of arguments that are secret. */
  sensitive: { global: readonly string[]; method: readonly string[] };
  status: "succeeded" | "failed";
  errorMessage: string | undefined;
  /** What the run wrote. */
  handles: readonly DataHandle[];
  redactor: Redactor;
  log(level: LogLevel, text: string): void;
  signal: AbortSignal | undefined;
}

/** What a report is told of the type, and of the arguments that are secret. */
export function aboutType(
  { model, type }: ResolvedType,
  method: MethodDescriptor | undefined,
): Pick<ReportSubject, "type" | "outputSpecs" | "sensitive"> {
  return {
    type: { raw: model.type, normalized: type.normalized },
    outputSpecs: model.dataOutputSpecs,
    sensitive: {
      global: sensitiveNames(model.globalArguments ?? {}),
      method: sensitiveNames(method?.arguments ?? {}),
    },
  };
}

/** The properties of an arguments' schema that it marks as secret. */
function sensitiveNames(schema: JsonSchema): string[] {
  const properties = propertiesOf(schema);
  return Object.keys(properties).filter((name) => properties[name]?.["sensitive"] === true);
}
