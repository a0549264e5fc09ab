import type { SearchFacets } from "@svc/core/wire";
import {
  chosenFilters,
  type Filter,
  FILTERS,
  SEARCH_CONTENT_TYPES,
  searchHref,
  type SearchInput,
} from "./input.ts";

/** Values of a facet that are shown at once; more are folded. */
const SHOWN = 8;

const TITLES: Readonly<Record<Filter, string>> = {
  contentType: "Contents",
  label: "Labels",
  platform: "Platforms",
  collective: "Collectives",
};

interface FacetsProps {
  input: SearchInput;
  facets: SearchFacets;
}

/** What a search can be narrowed by, with counts. Folded on a phone, beside the hits elsewhere. */
export function Facets({ input, facets }: FacetsProps) {
  const shown = FILTERS.filter((filter) => facets[filter].length > 0);
  if (shown.length === 0) return null;
  const chosen = chosenFilters(input).length;
  return (
    <details class="facets">
      <summary>Filters{chosen === 0 ? "" : ` (${chosen})`}</summary>
      <nav aria-label="Filters">
        {shown.map((filter) => <FacetList filter={filter} input={input} facets={facets} />)}
      </nav>
    </details>
  );
}

function FacetList({ filter, input, facets }: FacetsProps & { filter: Filter }) {
  const values = facets[filter];
  const rows = values.map(({ value, count }) => (
    <li>
      <FacetLink filter={filter} value={value} input={input} />
      <span class="count">{count.toLocaleString("en")}{facets.exact ? "" : "+"}</span>
    </li>
  ));
  return (
    <section>
      <h2>{TITLES[filter]}</h2>
      <ul class="plain">{rows.slice(0, SHOWN)}</ul>
      {rows.length <= SHOWN ? null : (
        <details>
          <summary>{rows.length - SHOWN} more {TITLES[filter].toLowerCase()}</summary>
          <ul class="plain">{rows.slice(SHOWN)}</ul>
        </details>
      )}
    </section>
  );
}

function FacetLink(
  { filter, value, input }: { filter: Filter; value: string; input: SearchInput },
) {
  const chosen = input[filter] === value;
  return (
    <a
      href={searchHref({ ...input, [filter]: chosen ? "" : value, page: 1 })}
      {...(chosen ? { "aria-current": "true" } : {})}
    >
      {filterText(filter, value)}
      {chosen ? <span class="visually-hidden">, remove this filter</span> : null}
    </a>
  );
}

/** A filter's value as readers know it. */
export function filterText(filter: Filter, value: string): string {
  if (filter === "collective") return `@${value}`;
  return filter === "contentType" && Object.hasOwn(SEARCH_CONTENT_TYPES, value)
    ? SEARCH_CONTENT_TYPES[value as keyof typeof SEARCH_CONTENT_TYPES]
    : value;
}
