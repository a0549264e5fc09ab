import type { MethodDescriptor } from "@svc/core/descriptor";
import type { FoundDefinition } from "../../repository/definitions/definition.ts";
import type { Repository } from "../../repository/repository.ts";
import type { ResolvedType } from "../../consent/types/resolved.ts";
import type { RunArguments } from "./arguments.ts";
import type { CheckRules } from "../../sandbox/check_rules.ts";
import type { RunVaults } from "../calls/run_vaults.ts";
import type { Order } from "../order/order.ts";

/** Everything one run is about, found and checked before anything starts. */
export interface RunSubject {
  repository: Repository;
  found: FoundDefinition;
  /** The type, with what other modules add to it. */
  type: ResolvedType;
  /** The module whose code the method is, standing for the type. */
  resolved: ResolvedType;
  /** The other modules with checks that run before the method. */
  checkers: readonly ResolvedType[];
  method: MethodDescriptor;
  args: RunArguments;
  /** Which checks run first; absent for a method that only reads. */
  checks: CheckRules | undefined;
  order: Order;
  vaults: RunVaults;
}
