import { type Caller, callerOf } from "../access/mod.ts";
import { pushed, Refusal, shownTo } from "../call/mod.ts";
import { backend } from "../git/mod.ts";
import { followAllHeads, followHeads } from "../pull/mod.ts";
import type { Project } from "../state/mod.ts";
import type { FrontParts } from "./front.ts";
import type { ApiRequest } from "./request.ts";

/** A path of git's protocol: owner, name, and what is asked of the repository. */
const GIT_PATH = /^\/([^/]+)\/([^/]+?)\.git(\/.*)$/;

/** Whether a request is git's and none of the API. */
export const isGit = ({ pathname }: URL): boolean => GIT_PATH.test(pathname);

/**
 * Answers git's smart HTTP protocol from the repository that the API serves, too. The token comes as
 * the password; without one, public repositories can be read.
 */
export async function gitAnswer(parts: FrontParts, request: ApiRequest): Promise<Response> {
  const { state } = parts;
  const [, owner, name, rest] = GIT_PATH.exec(request.url.pathname) as unknown as string[];
  const moved = state.projects.movedFrom(owner!, name!);
  if (moved) return redirected(request, moved, rest!);
  let caller: Caller;
  try {
    caller = callerOf(state.tokens, request.headers);
  } catch (error) {
    if (error instanceof Refusal) return unauthorized();
    throw error;
  }
  const { login } = caller;
  const project = state.projects.find(owner!, name!);
  const seen = project && shownTo({ state, login }, project);
  if (!project || !seen) {
    return login === null ? unauthorized() : said(404, "Repository not found.");
  }
  const service = request.url.searchParams.get("service") ?? rest!.slice(1);
  if (service === "git-receive-pack") {
    if (login === null) return unauthorized();
    if (!seen.permissions?.push) return said(403, "Permission denied.");
    if (project.settings.archived) {
      return said(403, "This repository was archived so it is read-only.");
    }
  } else await followHeads({ state }, project);
  const answer = await backend(project.git, { ...request, path: rest!, user: login });
  if (request.method === "POST" && service === "git-receive-pack") {
    pushed({ state }, project);
    await followAllHeads({ state });
  }
  return answer;
}

const unauthorized = () =>
  said(401, "Authentication is required", { "www-authenticate": 'Basic realm="GitHub"' });

const said = (status: number, text: string, headers: Record<string, string> = {}) =>
  new Response(`${text}\n`, { status, headers: { "content-type": "text/plain", ...headers } });

/** Git follows a redirect of its first request. */
function redirected({ url }: ApiRequest, { owner, name }: Project, rest: string): Response {
  const location = `${url.origin}/${owner}/${name}.git${rest}${url.search}`;
  return new Response(null, { status: 301, headers: { location } });
}
