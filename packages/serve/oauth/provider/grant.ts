/** What the provider gives for a login: the right to ask it about the person, for a while. */
export interface Grant {
  access: string;
  /** Milliseconds since the epoch. */
  accessUntil: number;
  /** Gets a new one; without it the login ends with the access. */
  refresh: string | undefined;
}

/** Seconds that an access token lasts when the provider does not say. */
const UNSAID = 300;

/** The grant in an answer of the token endpoint; undefined for an answer without one. */
export function grantOf(body: Readonly<Record<string, unknown>>, now: Date): Grant | undefined {
  const { access_token: access, refresh_token: refresh, expires_in: seconds } = body;
  if (typeof access !== "string" || access === "") return undefined;
  const lasts = typeof seconds === "number" && seconds > 0 ? seconds : UNSAID;
  return {
    access,
    accessUntil: now.getTime() + lasts * 1000,
    refresh: typeof refresh === "string" && refresh !== "" ? refresh : undefined,
  };
}
