/** What the readable part of a token says about itself. Nobody has checked it. */
export interface Claims {
  /** Id of the app that an installation's token names. */
  appId: number | null;
  /** End of a signed token, ISO 8601. */
  expiresAt: string | null;
}

/**
 * Reads what some tokens of apps say in clear text: `ghs_APPID_JWT` names its app, and the signed
 * part (of that, or of an app's own token) its end. Both are null for all other tokens.
 */
export function claimsOf(token: string): Claims {
  const installation = /^ghs_(\d{1,15})_(eyJ.*)$/.exec(token);
  const signed = installation?.[2] ?? token;
  return {
    appId: installation === null ? null : Number(installation[1]),
    expiresAt: signed.startsWith("eyJ") ? endOf(signed) : null,
  };
}

function endOf(signed: string): string | null {
  const payload = signed.split(".")[1];
  if (payload === undefined) return null;
  try {
    const { exp } = JSON.parse(atob(payload.replaceAll("-", "+").replaceAll("_", "/")));
    return typeof exp === "number" ? new Date(exp * 1000).toISOString() : null;
  } catch {
    return null;
  }
}
