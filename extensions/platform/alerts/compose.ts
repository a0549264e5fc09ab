import { fullName, type RepositoryName } from "../repository_name.ts";
import type { Alert } from "./alert.ts";
import type { AlertsDocument } from "./document.ts";
import type { Reading } from "./reading.ts";
import type { Scanner } from "./scanner.ts";
import { countsOf } from "./severity.ts";

/** The outcome of one repository, its alerts apart. */
export type Outcome = Pick<AlertsDocument, "available" | "reason" | "error" | "renamedTo">;

/** The `alerts` document of one repository, read now. */
export function alertsDocument<A extends Alert>(
  scanner: Scanner,
  name: RepositoryName,
  { available, reason, error, renamedTo }: Outcome,
  reading: Partial<Reading<A>> = {},
): AlertsDocument<A> {
  const alerts = (reading.alerts ?? []).toSorted((one, other) => other.number - one.number);
  const { patternsUnsupported } = reading;
  return {
    scanner,
    repo: fullName(name),
    available,
    reason,
    ...(error === undefined ? {} : { error }),
    alerts,
    counts: countsOf(alerts),
    truncated: reading.truncated ?? false,
    ...(patternsUnsupported === undefined ? {} : { patternsUnsupported }),
    ...(renamedTo === undefined ? {} : { renamedTo }),
    fetchedAt: new Date().toISOString(),
  };
}
