import type { Services } from "../../../../access/services.ts";

/** The description by which browsers offer the search box as an engine (OpenSearch 1.1). */
export function openSearch({ config }: Pick<Services, "config">): Response {
  const base = config.baseUrl.replaceAll("&", "&amp;").replaceAll('"', "&quot;");
  return new Response(
    `<?xml version="1.0" encoding="utf-8"?>\n` +
      `<OpenSearchDescription xmlns="http://a9.com/-/spec/opensearch/1.1/">` +
      `<ShortName>svc</ShortName><Description>Search svc extensions</Description>` +
      `<Url type="text/html" template="${base}/search?q={searchTerms}"/></OpenSearchDescription>\n`,
    {
      headers: {
        "content-type": "application/opensearchdescription+xml; charset=utf-8",
        "cache-control": "public, max-age=86400",
      },
    },
  );
}
