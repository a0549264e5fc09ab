import type { RunTrigger } from "@svc/core/answer";
import type { RunVaults } from "../calls/run_vaults.ts";
import type { DataHandle } from "../../sandbox/protocol.ts";

/** What to run. */
export interface Order {
  /** Name or id of the behavior. */
  definition: string;
  method: string;
  inputs: Record<string, unknown>;
  /** Arguments of the type that the person gave for this run; they stand in its definition already. */
  typed?: Record<string, unknown> | undefined;
  /**
   * The inputs come from somebody else than the person whose machine this is: expressions in them are
   * no more than texts, and no permission is granted by them.
   */
  foreign?: boolean | undefined;
  /** Tags for all data written. */
  tags?: Record<string, string> | undefined;
  /** `user:<name>`, or `ghost` for nobody known. */
  initiatedBy?: string | undefined;
  /** What made it begin. */
  trigger?: RunTrigger | undefined;
  /** Checks left out: by name, by label, or all but those that the definition requires. */
  checks?: {
    skip?: string[] | undefined;
    skipLabels?: string[] | undefined;
    skipAll?: boolean | undefined;
  } | undefined;
  parent?: RunParent | undefined;
}

/** A run whose method asks for another one (`context.runModel`). */
export interface RunParent {
  /** Ids of the behaviors whose runs wait for this one, the outermost first. */
  behaviors: readonly string[];
  /** How many more runs the outermost one may ask for, at any depth. */
  calls: { left: number };
  /** Id of its record. */
  outputId: string;
  /** Its extension. */
  extension: string | undefined;
  /** Its vaults: what both ask for is read once. */
  vaults: RunVaults;
  /** Its secrets, where it hands one on. */
  secrets: readonly string[];
  /** Takes the handle of each output that is kept. */
  onHandle(handle: DataHandle): void;
}
