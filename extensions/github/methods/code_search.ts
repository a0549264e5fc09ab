import { type Globals, openClient } from "../client.ts";
import { CODE_COLUMNS } from "../listing/columns.ts";
import { searchQuery } from "../listing/query.ts";
import { written } from "../listing/written.ts";
import type { CodeResult } from "../outputs/code_result.ts";
import { ownerOf, repositoryOf } from "../owner.ts";
import type { MethodContext, MethodResult } from "../../platform/context.ts";
import { failureOf } from "../../platform/failure.ts";
import { instanceName } from "../../platform/names.ts";
import { collect, PER_PAGE } from "../../platform/page.ts";
import { parseRepositoryName } from "../../platform/repository_name.ts";
import { storedText } from "../../platform/stored_text.ts";

/** What is asked for. */
export interface SearchCodeArguments {
  query: string;
  org?: string | undefined;
  repo?: string | undefined;
  owner?: string | undefined;
  language?: string | undefined;
  path?: string | undefined;
  limit: number;
  json: boolean;
}

/** Searches the default branches of a repository, of an owner, or of all that the token can see. */
export async function searchCode(
  { query, org, repo, owner, language, path, limit, json }: SearchCodeArguments,
  context: MethodContext<Globals>,
): Promise<MethodResult> {
  const globals = context.globalArgs;
  const name = repo === undefined ? undefined : repositoryOf(repo, owner ?? org, globals);
  const q = searchQuery(query, {
    repo: name && `${name.owner}/${name.repo}`,
    org: name ? undefined : org,
    user: name || org !== undefined ? undefined : ownerOf(owner, globals),
    language,
    path,
  });
  const client = openClient(context);
  try {
    const fetchedAt = new Date().toISOString();
    const pages = client.pages("GET /search/code", { q, per_page: PER_PAGE });
    const { items, truncated } = await collect(pages, (file): CodeResult | undefined => {
      const found = file.repository.full_name;
      if (name && found.toLowerCase() !== `${name.owner}/${name.repo}`.toLowerCase()) return;
      return {
        repo: found,
        path: storedText(file.path),
        name: storedText(file.name),
        blobSha: file.sha,
        query: q,
        url: file.html_url,
        fetchedAt,
      };
    }, { maxItems: limit });
    return await written(context as MethodContext<never>, {
      spec: "codeResult",
      nameOf: (file) => instanceName("codeResult", parseRepositoryName(file.repo), file.path),
      items,
      truncated,
      columns: CODE_COLUMNS,
      json,
    });
  } catch (error) {
    throw failureOf(error, "the search of code");
  }
}
