import { connect } from "../../platform/client.ts";
import type { MethodContext, MethodResult } from "../../platform/context.ts";
import { explain } from "../../platform/failure.ts";
import { collect, PER_PAGE } from "../../platform/page.ts";
import { type RepositoryList, toRepository } from "../outputs/repository.ts";

/** Writes the repositories the token's account can see as one `repos` resource. */
export async function listRepos(context: MethodContext): Promise<MethodResult> {
  const client = await connect(context);
  try {
    const pages = client.paginate.iterator("GET /user/repos", {
      per_page: PER_PAGE,
      sort: "full_name",
    });
    const { items, truncated } = await collect(pages, toRepository);
    const data: RepositoryList = {
      repositories: items,
      truncated,
      fetchedAt: new Date().toISOString(),
    };
    return { dataHandles: [await context.writeResource("repos", "repos", data)] };
  } catch (error) {
    throw explain(error, "your repositories");
  }
}
