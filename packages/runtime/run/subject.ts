import type { MethodDescriptor } from "@svc/core/descriptor";
import type { FoundDefinition } from "../definitions/definition.ts";
import type { Repository } from "../repository/repository.ts";
import type { ResolvedType } from "../types/resolved.ts";
import type { RunArguments } from "./arguments.ts";
import type { CheckRules } from "../sandbox/check_rules.ts";
import type { RunRequest } from "./request.ts";

/** Everything one run is about, found and checked before anything starts. */
export interface RunSubject {
  repository: Repository;
  found: FoundDefinition;
  resolved: ResolvedType;
  method: MethodDescriptor;
  args: RunArguments;
  /** Which checks run first; absent for a method that only reads. */
  checks: CheckRules | undefined;
  request: RunRequest;
}
