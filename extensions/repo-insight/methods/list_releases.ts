import * as z from "npm:zod@4.6.7";
import { openClient } from "../actions/client.ts";
import type { MethodContext } from "../../platform/context.ts";
import { storedDocument } from "../../platform/stored_text.ts";
import { ask } from "../../platform/failure.ts";
import { collect, PER_PAGE } from "../../platform/page.ts";
import type { ReleaseList } from "../outputs/release.ts";
import { parseRepositoryName } from "../../platform/repository_name.ts";
import { writeOne } from "../../platform/write_one.ts";
import { defineMethod } from "../../platform/method.ts";

/** Writes the releases of one repository, newest first, as a `releases` resource. */
export const listReleases = defineMethod({
  description: "List the releases of one repository",
  kind: "list",
  arguments: z.object({
    repo: z.string().min(3).describe("Repository as owner/name"),
  }),
  async execute({ repo }, context: MethodContext) {
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
      return await writeOne(context, "releases", [name], storedDocument(data));
    });
  },
});
