import { SvcError } from "@svc/core/error";
import { type Manual, manualOptions, readManual } from "./manual.ts";
import type { PageHandler } from "../../access/page/page.ts";
import { redirect } from "@svc/http/edge";
import { DocsPage } from "./page.tsx";

/** GET /docs and below: the manual, read once. */
export function showDocs(folder?: URL): PageHandler {
  let manual: Promise<Manual> | undefined;
  return async ({ services, url, site, frame }) => {
    manual ??= readManual(services.config.baseUrl, folder);
    const { pages, sections } = await manual.catch((error) => {
      // A folder that could not be read now may be readable at the next visit.
      manual = undefined;
      throw error;
    });
    const path = url.pathname.replace(/\.md$/, "").replace(/\/$/, "");
    const page = pages.get(path);
    if (page === undefined) {
      const first = sections[0]?.entries[0];
      if (path === "/docs" && first !== undefined) return redirect(first.path);
      throw new SvcError("not_found", "The documentation has no such page", {
        hint: "Open /docs for its contents.",
      });
    }
    if (page.path !== url.pathname) return redirect(page.path);
    const html = await site.prose.of(page.source, manualOptions(page));
    return {
      page: <DocsPage {...frame} title={page.title} html={html} sections={sections} path={path} />,
    };
  };
}
