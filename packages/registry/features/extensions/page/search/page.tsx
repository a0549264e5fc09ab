import type { SearchResponse } from "@svc/core/wire";
import { ExtensionCards } from "../components/extension_card.tsx";
import { Pagination } from "../../../../platform/web/components/pagination.tsx";
import { Layout, type PageFrame } from "../../../../platform/web/layout/layout.tsx";
import { SEARCH_CONTENT_TYPES, SEARCH_SORTS, searchHref, type SearchInput } from "./input.ts";

interface SearchPageProps extends PageFrame {
  input: SearchInput;
  result: SearchResponse;
  now: Date;
}

/** Search results with filters that are part of the address. */
export function SearchPage({ input, result, now, viewer, here }: SearchPageProps) {
  const { total } = result.meta;
  const filtered = input.collective !== "" || input.contentType !== "" || input.platform !== "";
  return (
    <Layout
      title={input.q === "" ? "All extensions" : `${input.q} – search`}
      viewer={viewer}
      here={here}
      query={input.q}
      noIndex={input.q !== ""}
    >
      <h1>{input.q === "" ? "All extensions" : <>Results for “{input.q}”</>}</h1>
      <div class="with-side">
        <Filters input={input} />
        <section aria-labelledby="results">
          <h2 id="results" class="visually-hidden">Results</h2>
          <p class="quiet" role="status">
            {total === 1 ? "1 extension" : `${total} extensions`}
          </p>
          {result.extensions.length === 0
            ? (
              <div class="empty">
                <h3>{total === 0 ? "Nothing matches" : "This page is past the end"}</h3>
                {total === 0
                  ? (
                    <p>
                      {filtered ? "Loosen a filter, or try" : "Try"}{" "}
                      fewer or shorter words. Private extensions show only to members who are signed
                      in.
                    </p>
                  )
                  : null}
                <p>
                  <a href="/search">See all extensions</a>
                </p>
              </div>
            )
            : <ExtensionCards extensions={result.extensions} now={now} />}
          <Pagination meta={result.meta} href={(page) => searchHref({ ...input, page })} />
        </section>
      </div>
    </Layout>
  );
}

function Filters({ input }: { input: SearchInput }) {
  return (
    <form class="filters" action="/search" method="get" aria-label="Filters">
      <input type="hidden" name="q" value={input.q} />
      <div class="field">
        <label for="sort">Order</label>
        <select id="sort" name="sort">
          {Object.entries(SEARCH_SORTS).map(([value, label]) => (
            <option value={value} selected={value === input.sort}>{label}</option>
          ))}
        </select>
      </div>
      <div class="field">
        <label for="contentType">Contains</label>
        <select id="contentType" name="contentType">
          <option value="">Anything</option>
          {Object.entries(SEARCH_CONTENT_TYPES).map(([value, label]) => (
            <option value={value} selected={value === input.contentType}>{label}</option>
          ))}
        </select>
      </div>
      <div class="field">
        <label for="collective">Collective</label>
        <input
          id="collective"
          name="collective"
          value={input.collective}
          maxlength={39}
          autocapitalize="none"
          spellcheck={false}
        />
      </div>
      <div class="field">
        <label for="platform">Platform</label>
        <input
          id="platform"
          name="platform"
          value={input.platform}
          maxlength={64}
          autocapitalize="none"
          spellcheck={false}
        />
      </div>
      <button type="submit">Apply</button>
    </form>
  );
}
