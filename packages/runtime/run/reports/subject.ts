import type { DataOutputSpec, JsonSchema } from "@svc/core/descriptor";
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

/** The properties of an arguments' schema that it marks as secret. */
export function sensitiveNames(schema: JsonSchema): string[] {
  const properties = propertiesOf(schema);
  return Object.keys(properties).filter((name) => properties[name]?.["sensitive"] === true);
}
