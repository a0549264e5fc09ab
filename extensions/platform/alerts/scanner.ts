/** The three scanners whose open alerts are listed, by the names the platform's paths use. */
export const SCANNERS = ["code-scanning", "dependabot", "secret-scanning"] as const;

/** One of {@link SCANNERS}. */
export type Scanner = typeof SCANNERS[number];

/** What people call each scanner, and what a fine-grained token needs to read its alerts. */
export const SCANNER_FACTS: Readonly<Record<Scanner, { title: string; permission: string }>> = {
  "code-scanning": { title: "Code scanning", permission: "Code scanning alerts: read" },
  "dependabot": { title: "Dependabot", permission: "Dependabot alerts: read" },
  "secret-scanning": { title: "Secret scanning", permission: "Secret scanning alerts: read" },
};

/** The behavior type that lists a scanner's alerts. */
export function typeOfScanner(scanner: Scanner): string {
  return `@svc/github/${scanner}/alerts`;
}
