import type { AlertsDocument } from "../../platform/alerts/document.ts";
import { addedCounts, worstOf } from "../../platform/alerts/severity.ts";
import type { Payloads } from "./payloads.ts";
import { payloadOf } from "./payload.ts";

/** One repository and what each scanner wrote about it. */
export interface RepositoryDocuments {
  /** `owner/name`. */
  repo: string;
  documents: AlertsDocument[];
}

/** A message for each repository with open alerts, and the names of the others, in the order given. */
export function messagesOf(
  repositories: readonly RepositoryDocuments[],
): Pick<Payloads, "payloads" | "quietRepos"> {
  const payloads: Payloads["payloads"] = [];
  const quietRepos: string[] = [];
  for (const { repo, documents } of repositories) {
    const counts = addedCounts(documents.map((document) => document.counts));
    const worst = worstOf(counts);
    if (worst === null) quietRepos.push(repo);
    else payloads.push({ repo, total: counts.total, worst, payload: payloadOf(repo, documents) });
  }
  return { payloads, quietRepos };
}
