import { pageDocument } from "@svc/http/page";
import type { Child } from "hono/jsx";
import { assetUrl } from "../assets/asset.ts";
import { SiteFooter } from "./site_footer.tsx";
import { HeaderLinks } from "./site_header.tsx";
import type { Viewer } from "./viewer.ts";

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
