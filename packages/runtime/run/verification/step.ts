import type { DataItem, RunOrigin, VerificationStep } from "@svc/core/answer";
import type { Repository } from "../../repository/repository.ts";
import type { RunRecord } from "../history/record.ts";

/** What was found of one step, whose name is added. */
export type Found = Omit<VerificationStep, "name">;

/** What the steps behind the record look at. */
export interface Written {
  repository: Repository;
  item: DataItem;
  run: RunRecord;
  origin: RunOrigin;
}

/** A step that could not be checked, and why. */
export function unknown(message: string): Found {
  return { outcome: "notChecked", message };
}
