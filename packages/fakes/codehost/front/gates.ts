import { type Call, isRead, json, notFound, Refusal } from "../call/mod.ts";
import type { Project } from "../state/mod.ts";

/** Stops a call before its handler, or lets it pass. */
type Gate = (call: Call) => Response | undefined;

/** What stops a call, first match. */
const GATES: readonly Gate[] = [moved, blocked, outOfScope, readOnly];

/**
 * The answer of the first gate that stops a call.
 *
 * @throws Refusal of a gate that refuses
 */
export function gated(call: Call): Response | undefined {
  for (const gate of GATES) {
    const answer = gate(call);
    if (answer) return answer;
  }
  return undefined;
}

/** A repository that was renamed or transferred: 301 for reads and 307 for writes, to it by id. */
function moved({ params, method, state, url }: Call): Response | undefined {
  const { owner, repo } = params;
  const project = owner && repo ? state.projects.movedFrom(owner, repo) : undefined;
  if (!project || !url.pathname.startsWith("/repos/")) return undefined;
  const rest = url.pathname.split("/").slice(4).map((segment) => `/${segment}`).join("");
  const location = `${state.base}/repositories/${project.id}${rest}${url.search}`;
  const [status, message] = isRead(method)
    ? [301, "Moved Permanently"] as const
    : [307, "Temporary Redirect"] as const;
  return json({ message, url: location }, status, { location });
}

/** A repository that was taken down answers nobody. */
function blocked(call: Call): Response | undefined {
  const block = projectOf(call)?.blocked;
  if (!block) return undefined;
  const { reason, url, since } = block;
  const details = { reason, created_at: since, html_url: url };
  return json({ message: "Repository access blocked", block: details }, 451);
}

/**
 * A token whose scopes do not reach a repository is told that it is not there: for private ones, and
 * for every write without a scope for it.
 */
function outOfScope(call: Call): undefined {
  const { token, method } = call;
  const project = projectOf(call);
  if (!project || token === null || !("scopes" in token) || token.scopes.includes("repo")) return;
  const write = !isRead(method) && !token.scopes.includes("public_repo");
  if (project.settings.private || write) throw notFound();
}

/** An archived repository can be read, copied, unarchived and deleted. */
function readOnly(call: Call): undefined {
  const { method, route, body } = call;
  if (isRead(method) || !projectOf(call)?.settings.archived) return;
  const unarchives = route === "PATCH /repos/{owner}/{repo}" && body.archived === false;
  if (unarchives || ALSO_WHEN_ARCHIVED.has(route)) return;
  throw new Refusal(403, "Repository was archived so is read-only.");
}

const ALSO_WHEN_ARCHIVED: ReadonlySet<string> = new Set([
  "DELETE /repos/{owner}/{repo}",
  "POST /repos/{owner}/{repo}/forks",
  "POST /repos/{owner}/{repo}/transfer",
]);

/** The repository whose own operation this is. */
function projectOf({ route, params, state }: Call): Project | undefined {
  if (!/^\w+ \/repos\/\{owner\}\/\{repo\}/.test(route)) return undefined;
  return state.projects.find(params.owner!, params.repo!);
}
