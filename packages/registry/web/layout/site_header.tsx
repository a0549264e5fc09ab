import { SearchForm } from "../components/search_form.tsx";
import type { Viewer } from "./viewer.ts";

interface SiteHeaderProps {
  viewer: Viewer | undefined;
  here: string;
  query: string | null | undefined;
}

/** The bar above every page: the plate with the name, the search box, the ways in. */
export function SiteHeader({ viewer, here, query }: SiteHeaderProps) {
  return (
    <header class="site-header">
      <div class="site-header-row">
        <a class="wordmark" href="/" aria-label="svc, home">svc</a>
        {query === null ? null : <SearchForm query={query ?? ""} />}
        <nav class="site-nav" aria-label="Site">
          <a href="/docs">Docs</a>
          {viewer ? <a href="/account">{viewer.username}</a> : <Ways here={here} />}
        </nav>
      </div>
    </header>
  );
}

function Ways({ here }: { here: string }) {
  const back = here === "/" ? "" : `?return_to=${encodeURIComponent(here)}`;
  return (
    <>
      <a href={`/sign-in${back}`}>Sign in</a>
      <a class="nav-strong" href={`/sign-up${back}`}>Sign up</a>
    </>
  );
}
