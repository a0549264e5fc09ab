import { Notice, pageDocument } from "@svc/http/page";
import type { Child } from "hono/jsx";
import { assetUrl } from "../assets/asset.ts";
import { MOST_UNREAD, type Viewer } from "./viewer.ts";
import { withReturn } from "../components/hidden_return.tsx";
import { SearchForm } from "./search_form.tsx";

/** What every page hands to the frame around it. */
export interface PageFrame {
  viewer: Viewer | undefined;
  /** Path and query of this page, for the way back after signing in. */
  here: string;
}

interface LayoutProps extends PageFrame {
  title: string;
  description?: string | undefined;
  /** Text already in the header's search box; null leaves the box out. */
  query?: string | null;
  /** Address of an Atom feed about this page. */
  feed?: string | undefined;
  /** Keeps the page out of search engines. */
  noIndex?: boolean;
  children?: Child;
}

/** The frame of every page of the registry. */
export function Layout(props: LayoutProps) {
  return pageDocument({
    title: props.title,
    style: assetUrl("style.css"),
    head: (
      <>
        {props.description ? <meta name="description" content={props.description} /> : null}
        {props.noIndex ? <meta name="robots" content="noindex" /> : null}
        <link rel="icon" type="image/svg+xml" href={assetUrl("icon.svg")} />
        <link
          rel="search"
          type="application/opensearchdescription+xml"
          title="svc"
          href="/opensearch.xml"
        />
        {props.feed ? <link rel="alternate" type="application/atom+xml" href={props.feed} /> : null}
        <script type="module" src={assetUrl("copy.js")}></script>
      </>
    ),
    header: <HeaderLinks viewer={props.viewer} here={props.here} query={props.query} />,
    main: props.children,
    footer: <SiteFooter />,
  });
}

interface NarrowPageProps extends PageFrame {
  title: string;
  /** What the heading says, where that is not the title. */
  heading?: Child;
  /** What is wrong, first of all. */
  error?: string | undefined;
  children?: Child;
}

/** A page with one thing on it: a form, or its outcome. */
export function NarrowPage(props: NarrowPageProps) {
  const { title, heading = title, error, children, ...frame } = props;
  return (
    <Layout {...frame} title={title} noIndex>
      <section class="narrow">
        <h1>{heading}</h1>
        {error ? <Notice kind="error" title={error} /> : null}
        {children}
      </section>
    </Layout>
  );
}

/** The foot of every page. */
function SiteFooter() {
  return (
    <footer class="site-footer">
      <nav aria-label="More">
        <a href="/search">All extensions</a>
        <a href="/docs">Documentation</a>
        <a href="/api/v1/openapi.json">API description</a>
      </nav>
      <p>This registry reads extensions as data and never runs them.</p>
    </footer>
  );
}

interface SiteHeaderProps {
  viewer: Viewer | undefined;
  here: string;
  query: string | null | undefined;
}

/** What is in the bar above every page, behind the name: the search box, the ways in. */
function HeaderLinks({ viewer, here, query }: SiteHeaderProps) {
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
