import { type Caller, limitedAs, limitHeaders, tokenHeaders } from "../access/mod.ts";
import type { EmulatedPlatform } from "../emulator/mod.ts";
import type { State } from "../state/mod.ts";
import type { ApiRequest } from "./request.ts";

/** The version that an enterprise server names. */
const ENTERPRISE_VERSION = "3.19.0";

/** The headers that the platform adds to every answer. */
export async function standardHeaders(
  { state, emulator }: { state: State; emulator: EmulatedPlatform },
  { url, enterprise }: ApiRequest,
  { token }: Caller,
  answer: Response,
): Promise<[name: string, value: string][]> {
  const { limits } = state;
  const unauthorized = token !== null && "unauthorized" in token ? token.unauthorized ?? [] : [];
  const partial = unauthorized.length > 0 && answer.ok
    ? `partial-results; organizations=${await idsOf(emulator, unauthorized)}`
    : undefined;
  return Object.entries({
    date: new Date(state.clock.now()).toUTCString(),
    ...limitHeaders(limits, limitedAs(token), url.pathname, answer.status),
    ...token === null ? {} : tokenHeaders(token),
    ...partial === undefined ? {} : { "x-github-sso": partial },
    ...enterprise ? { "x-github-enterprise-version": ENTERPRISE_VERSION } : {},
  });
}

async function idsOf(emulator: EmulatedPlatform, logins: readonly string[]): Promise<string> {
  const told = await Promise.all(
    logins.map((login) => emulator.ask({ login: null, method: "GET", path: `/orgs/${login}` })),
  );
  return told.map(({ text }) => JSON.parse(text).id).join(",");
}
