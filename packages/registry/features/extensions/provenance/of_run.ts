import { invalid } from "@svc/provenance";
import type { Principal } from "../../../access/credential/principal.ts";
import type { PublishRun } from "../../../access/store/publishing_tables.ts";
import type { ProvenanceColumns } from "./tables.ts";

/**
 * A job that publishes may bring its own statement only: the certificate names the run whose identity
 * token was exchanged (trust 3.5). Says nothing of other callers, or of keys.
 *
 * @throws SvcError `provenance_invalid` with what differs
 */
export function assertOfRun(principal: Principal, found: ProvenanceColumns | undefined): void {
  if (principal.kind !== "publishToken" || found?.kind !== "ci") return;
  const { run } = principal;
  const { ids } = run;
  if (found.issuer !== run.issuer) throw differs("issuer", found.issuer, run.issuer);
  const pairs: Record<string, [certified: string | null, run: string | null | undefined]> = {
    ...placeIn(found, run),
    commit: [found.commit_sha, run.sha],
    "repository id": [found.repository_id, ids["repository"] ?? ids["project"]],
    "owner id": [found.owner_id, ids["owner"] ?? ids["namespace"]],
  };
  let same = 0;
  for (const [name, [certified, own]] of Object.entries(pairs)) {
    // What an issuer does not name can be compared with nothing.
    if (certified === null || own === null || own === undefined) continue;
    if (certified !== own) throw differs(name, certified, own);
    same += 1;
  }
  const { workflow } = found;
  if (workflow !== null && run.workflow !== null && !run.workflow.includes(`/${workflow}@`)) {
    throw differs("workflow", workflow, run.workflow);
  }
  if (same === 0) throw invalid("its certificate names nothing of the run that publishes");
}

/**
 * Where the run is, as both have it. Certificates of Buildkite and CircleCI have no ids: their name is who
 * it is, and CircleCI's address of a run is another than people open.
 */
function placeIn(
  { identity, run_url }: ProvenanceColumns,
  { provider, url, name, names, ids, workflow }: PublishRun,
): Record<string, [certified: string | null, run: string]> {
  switch (provider) {
    case "buildkite": {
      const pipeline = `https://buildkite.com/${names["organization"]}/${names["pipeline"]}`;
      return { name: [identity, pipeline], run: [run_url, url] };
    }
    case "circleci": {
      const definition = `/projects/${ids["project"]}/pipeline-definitions/${workflow}`;
      const job = `/workflow/${url.split("/").at(-1)}/job/${name}`;
      return {
        name: [endOf(identity, "/projects/"), definition],
        run: [run_url && endOf(run_url, "/workflow/"), job],
      };
    }
    case "github":
    case "gitlab":
    case "google":
    case "oidc":
      return { run: [run_url, url] };
  }
}

function endOf(address: string, from: string): string {
  return address.slice(Math.max(address.indexOf(from), 0));
}

function differs(what: string, certified: string | null, own: string): Error {
  return invalid(`its certificate names the ${what} '${certified}', the job's is '${own}'`);
}
