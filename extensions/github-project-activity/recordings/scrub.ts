/** What stands in the place of a credential, as svc writes it into data itself. */
const REMOVED = "***";

/** Secrets shorter than this are no tokens of GitHub, and would be found everywhere. */
const SHORTEST = 8;

/** Parameters of addresses that give access to whoever has the address. */
const ACCESS =
  /([?&](?:access_token|token|client_secret|signature|sig|jwt|X-Amz-(?:Signature|Credential|Security-Token)|X-Goog-(?:Signature|Credential)|authorization_request)=)[^&#\s<>"]+/gi;

/** Removes credentials from what is recorded. */
export interface Scrub {
  /** From an address, or a header that holds addresses: the token, and parameters that give access. */
  address(text: string): string;
  /** From a body: the token, however it is written. */
  body(text: string): string;
}

/** Removes a token wherever it is written as it is, percent-encoded or in base64. */
export function scrubbing(token: string): Scrub {
  const forms = formsOf(token);
  const body = (text: string) => forms.reduce((rest, form) => rest.replaceAll(form, REMOVED), text);
  return { body, address: (text) => body(text).replace(ACCESS, `$1${REMOVED}`) };
}

function formsOf(token: string): string[] {
  if (token.length < SHORTEST) return [];
  const basic = ["", ":", "x-access-token:", "oauth2:", "git:"].map((user) =>
    new TextEncoder().encode(user === ":" ? `${token}:x-oauth-basic` : user + token).toBase64()
  );
  const forms = [token, encodeURIComponent(token), ...basic];
  return [...new Set(forms)].sort((one, other) => other.length - one.length);
}
