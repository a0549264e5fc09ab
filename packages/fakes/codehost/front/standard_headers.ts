import { type Caller, limitedAs, limitHeaders, tokenHeaders } from "../access/mod.ts";
import type { State } from "../state/mod.ts";
import type { ApiRequest } from "./request.ts";

/** The version that an enterprise server names. */
const ENTERPRISE_VERSION = "3.19.0";

/** The headers that the platform adds to every answer. */
export function standardHeaders(
  { clock, limits, people }: State,
  { url, enterprise }: ApiRequest,
  { token }: Caller,
  answer: Response,
): [name: string, value: string][] {
  const unauthorized = token !== null && "unauthorized" in token ? token.unauthorized ?? [] : [];
  const partial = unauthorized.length > 0 && answer.ok
    ? `partial-results; organizations=${unauthorized.map((login) => people.find(login)!.id)}`
    : undefined;
  return Object.entries({
    date: new Date(clock.now()).toUTCString(),
    ...limitHeaders(limits, limitedAs(token), url.pathname, answer.status),
    ...token === null ? {} : tokenHeaders(token),
    ...partial === undefined ? {} : { "x-github-sso": partial },
    ...enterprise ? { "x-github-enterprise-version": ENTERPRISE_VERSION } : {},
  });
}
