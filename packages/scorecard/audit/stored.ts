import { readStored } from "@svc/core/json";
import { DependencyTrust } from "@svc/core/wire";

/** A stored audit. One that is damaged or of an unknown shape is an audit that was not made. */
export function readTrust(text: string): DependencyTrust {
  return readStored(DependencyTrust, text) ?? { outcome: "notRun", audited: [] };
}
