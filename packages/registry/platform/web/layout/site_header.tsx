import { SearchForm } from "./search_form.tsx";
import { MOST_UNREAD, type Viewer } from "./viewer.ts";
import { withReturn } from "../components/hidden_return.tsx";

interface SiteHeaderProps {
  viewer: Viewer | undefined;
  here: string;
  query: string | null | undefined;
}

/** What is in the bar above every page, behind the name: the search box, the ways in. */
export function HeaderLinks({ viewer, here, query }: SiteHeaderProps) {
  return (
    <>
      {query === null ? null : <SearchForm query={query ?? ""} />}
      <nav class="site-nav" aria-label="Site">
        <a href="/docs">Docs</a>
        <a href="/lab">Lab</a>
        {viewer ? <Own viewer={viewer} /> : <Ways here={here} />}
      </nav>
    </>
  );
}

function Own({ viewer: { username, unread } }: { viewer: Viewer }) {
  const count = unread >= MOST_UNREAD ? `${MOST_UNREAD - 1}+` : String(unread);
  return (
    <>
      <a href="/notifications">
        Inbox{unread === 0 ? null : (
          <>
            {" "}
            <span class="chip chip-strong">
              {count}
              <span class="visually-hidden">unread</span>
            </span>
          </>
        )}
      </a>
      <a href="/account">{username}</a>
    </>
  );
}

function Ways({ here }: { here: string }) {
  return (
    <>
      <a href={withReturn("/sign-in", here)}>Sign in</a>
      <a class="nav-strong" href={withReturn("/sign-up", here)}>Sign up</a>
    </>
  );
}
