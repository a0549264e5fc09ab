import { invalid } from "@svc/provenance";
import type { Principal } from "../../../access/credential/principal.ts";
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
    run: [found.run_url, run.url],
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

function differs(what: string, certified: string | null, own: string): Error {
  return invalid(`its certificate names the ${what} '${certified}', the job's is '${own}'`);
}
