/** Where an alert belongs. */
export interface AlertPlace {
  /** Address of the host, without a trailing slash. */
  base: string;
  /** `owner/name`. */
  repo: string;
  number: number;
}

/** The addresses of an alert: of the API, and of its page. */
export function addressesOf(
  { base, repo, number }: AlertPlace,
  scanner: "code-scanning" | "dependabot" | "secret-scanning",
): { url: string; html_url: string } {
  return {
    url: `${base}/repos/${repo}/${scanner}/alerts/${number}`,
    html_url: `${base}/${repo}/security/${scanner}/${number}`,
  };
}

/** When an alert was found unless its seed says so. */
export const FOUND_AT = "2026-11-01T08:00:00Z";
