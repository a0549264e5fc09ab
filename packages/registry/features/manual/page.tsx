import { raw } from "hono/html";
import { Layout, type PageFrame } from "../../platform/web/layout/layout.tsx";
import type { SafeHtml } from "../../platform/web/markdown/safe_html.ts";

/** A page of the manual in the navigation. */
export interface DocsEntry {
  path: string;
  title: string;
}

/** A chapter of the manual. */
export interface DocsSection {
  title: string;
  entries: DocsEntry[];
}

interface DocsPageProps extends PageFrame {
  title: string;
  html: SafeHtml;
  sections: DocsSection[];
  /** Address of the page shown. */
  path: string;
}

/** A page of the manual beside the whole manual's contents. */
export function DocsPage(props: DocsPageProps) {
  return (
    <Layout title={props.title} viewer={props.viewer} here={props.here}>
      <p class="contents-link">
        <a href="#contents">Contents of the manual</a>
      </p>
      <div class="with-side docs">
        <article class="prose docs-body">{raw(props.html)}</article>
        <nav class="docs-nav" id="contents" aria-label="Manual">
          {props.sections.map((section) => (
            <>
              <h2>{section.title}</h2>
              <ul>
                {section.entries.map((entry) => (
                  <li>
                    <a
                      href={entry.path}
                      aria-current={entry.path === props.path ? "page" : undefined}
                    >
                      {entry.title}
                    </a>
                  </li>
                ))}
              </ul>
            </>
          ))}
        </nav>
      </div>
    </Layout>
  );
}
