/** Under which addresses a client sees the code host. */
export interface ShownAddress {
  /** Of the API, without a trailing slash. */
  api: string;
  /** Of the pages. */
  web: string;
}

/**
 * The request's address below `base`, and how the client that sent it sees the host. `gh` calls by a
 * socket: as api.github.com, or as an enterprise server with its API under `/api/v3`.
 */
export function addressOf(
  request: Request,
  base: string,
): { api: ShownAddress; url: URL; enterprise: boolean } {
  const { pathname, search } = new URL(request.url);
  const prefix = /^\/api\/v3(?=\/)|^\/api(?=\/graphql$)/.exec(pathname)?.[0] ?? "";
  const prefixed = prefix !== "";
  const url = new URL(base + pathname.slice(prefix.length) + search);
  const name = request.headers.get("host") ?? url.host;
  const web = name === url.host ? base : `https://${name.replace(/^api\./, "")}`;
  const api = prefixed ? `${web}/api/v3` : name === url.host ? base : `https://${name}`;
  return { api: { api, web }, url, enterprise: prefixed };
}

/** First segments of the API's own paths; below the same address stand the pages. */
const API_SEGMENTS = "repos|repositories|users|user|orgs|organizations|search|teams|licenses|gists";

/** The answer with the addresses that its client sees. Addresses for git stay reachable ones. */
export async function shownAt(
  { api, web }: ShownAddress,
  base: string,
  answer: Response,
): Promise<Response> {
  if (api === base) return answer;
  const ofApi = new RegExp(`${RegExp.escape(base)}(?=/(?:${API_SEGMENTS})(?:[/?"]|$))`, "g");
  const ofPages = new RegExp(`${RegExp.escape(base)}(?=/)(?![^"]*\\.git["/])`, "g");
  const shown = (text: string) => text.replace(ofApi, api).replace(ofPages, web);
  const headers = new Headers(answer.headers);
  for (const name of ["link", "location"]) {
    const value = headers.get(name);
    if (value !== null) headers.set(name, value.replaceAll(base, api));
  }
  const text = answer.body === null ? null : shown(await answer.text());
  return new Response(text, { status: answer.status, headers });
}
