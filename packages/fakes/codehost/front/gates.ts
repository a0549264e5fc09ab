import { type Call, json } from "../call/mod.ts";

/** Stops a call before its handler, or lets it pass. */
type Gate = (call: Call) => Response | undefined;

/** What stops a call, first match. */
const GATES: readonly Gate[] = [moved];

/** The answer of the first gate that stops a call. */
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
  const [status, message] = method === "GET" || method === "HEAD"
    ? [301, "Moved Permanently"] as const
    : [307, "Temporary Redirect"] as const;
  return json({ message, url: location }, status, { location });
}
