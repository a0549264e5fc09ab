import { COOKIE_ONLY, type FixtureRow, WRONG } from "./row.ts";

const ROW = {
  source: "issue 25.3; reference trust 7.1",
  operator: true,
  takes: COOKIE_ONLY,
} as const;
const act = (key: string, path: string): FixtureRow => ({
  key: `operator.${key}`,
  line: `POST /api/v1/admin/${path}`,
  ...ROW,
  body: WRONG,
  admitted: 400,
});

/** What operators do, which nobody else is told to exist. */
export const OPERATOR_ROWS: readonly FixtureRow[] = [
  { key: "operator.overview", line: "GET /api/v1/admin/overview", ...ROW, admitted: 200 },
  act("close-report", "reports/{number}/close"),
  act("grant-claim", "claims/{number}/grant"),
  act("refuse-claim", "claims/{number}/refuse"),
  act("allow-name", "held/not-a-uuid/allow"),
  act("refuse-name", "held/not-a-uuid/refuse"),
  act("quarantine", "quarantine"),
  act("release", "release"),
  act("takedown", "takedown"),
  act("reinstate", "reinstate"),
  act("suspend", "suspend"),
  act("unsuspend", "unsuspend"),
  act("disable", "disable"),
  act("enable", "enable"),
];
