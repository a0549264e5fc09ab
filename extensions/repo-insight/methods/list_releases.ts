import { readMethod } from "../actions/read_method.ts";
import { collect, PER_PAGE } from "../../platform/page.ts";
import type { ReleaseList } from "../outputs/release.ts";

/** Writes the releases of one repository, newest first, as a `releases` resource. */
export const listReleases = readMethod({
  description: "List the releases of one repository",
  kind: "list",
  arguments: {},
  resource: "releases",
  what: ({ repo }) => `the releases of ${repo}`,
  async read(client, name, { repo }): Promise<ReleaseList> {
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
    return { repo, releases: items, truncated, fetchedAt: new Date().toISOString() };
  },
});
