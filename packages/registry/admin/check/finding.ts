/** What a check found. */
export interface Finding {
  /** What was checked. */
  check: string;
  status: "ok" | "warning" | "failing";
  message: string;
  /** How to fix it. */
  hint?: string;
}
