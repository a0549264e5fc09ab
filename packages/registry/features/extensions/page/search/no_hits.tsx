import { searchHref, type SearchInput } from "./input.ts";

/** A search that finds more than the one that found nothing. */
export interface Suggestion {
  input: SearchInput;
  total: number;
}

/** What to do where a search finds nothing. */
export function NoHits(
  { input, suggestions }: { input: SearchInput; suggestions: readonly Suggestion[] },
) {
  return (
    <div class="empty">
      <h2>Nothing matches</h2>
      {suggestions.length === 0 ? <p>Try fewer, shorter or other words.</p> : (
        <>
          <p>These searches find something:</p>
          <ul class="plain">
            {suggestions.map(({ input: near, total }) => (
              <li>
                <a href={searchHref(near)}>
                  {near.q === input.q ? `“${near.q}” without filters` : `“${near.q}”`}
                </a>{" "}
                <span class="quiet">
                  {total.toLocaleString("en")} {total === 1 ? "extension" : "extensions"}
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
      <p class="quiet">
        Private extensions are visible only to members who are signed in.
      </p>
      <p>
        <a href="/search">See all extensions</a>
      </p>
    </div>
  );
}
