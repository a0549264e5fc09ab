import { openClient } from "./client.ts";
import type { MethodContext, MethodResult } from "../../platform/context.ts";
import { storedDocument } from "../../platform/stored_text.ts";
import { ask } from "../../platform/failure.ts";
import { collect, PER_PAGE } from "../../platform/page.ts";
import type { ReleaseList } from "../outputs/release.ts";
import { instanceName } from "../../platform/names.ts";
import { parseRepositoryName } from "../../platform/repository_name.ts";

/** Writes the releases of one repository, newest first, as a `releases` resource. */
export async function listReleases(repo: string, context: MethodContext): Promise<MethodResult> {
  const name = parseRepositoryName(repo);
  const client = await openClient(context);
  return await ask(`the releases of ${repo}`, async () => {
    const pages = client.pages("GET /repos/{owner}/{repo}/releases", {
      ...name,
      per_page: PER_PAGE,
    });
    const { items, truncated } = await collect(pages, (release) => ({
      tag: release.tag_name,
      name: release.name,
      draft: release.draft,
      prerelease: release.prerelease,
      author: release.author?.login ?? null,
      assets: release.assets.map((asset) => ({
        name: asset.name,
        bytes: asset.size,
        downloads: asset.download_count,
      })),
      url: release.html_url,
      createdAt: release.created_at,
      publishedAt: release.published_at,
    }));
    const data: ReleaseList = {
      repo,
      releases: items,
      truncated,
      fetchedAt: new Date().toISOString(),
    };
    const resource = instanceName("releases", name);
    return {
      dataHandles: [await context.writeResource("releases", resource, storedDocument(data))],
    };
  });
}
