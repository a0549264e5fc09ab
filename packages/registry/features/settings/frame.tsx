import type { Child } from "hono/jsx";
import { Notice } from "@svc/http/page";
import { Layout, type PageFrame } from "../../platform/web/layout/layout.tsx";
import { pagesOf, SETTINGS_PAGES, type SettingsPageName } from "./pages.ts";
import type { Settings } from "./settings.ts";

interface SettingsFrameProps extends PageFrame {
  page: SettingsPageName;
  settings: Settings;
  /** What the last form did. */
  done: string | undefined;
  children?: Child;
}

/** What surrounds every settings page: whose settings they are, the other pages, what was done. */
export function SettingsFrame(props: SettingsFrameProps) {
  const { page, settings: { collective, base, plans, refused } } = props;
  const { title } = SETTINGS_PAGES[page];
  return (
    <Layout
      title={`${title} · Settings of @${collective.slug}`}
      viewer={props.viewer}
      here={`${base}/${page}`}
      noIndex
    >
      <p class="quiet">
        <a href={`/collectives/${collective.slug}`}>@{collective.slug}</a> / Settings
      </p>
      <div class="with-side">
        <nav class="side-nav" aria-label="Settings">
          {pagesOf(collective, plans).map((name) => (
            <a
              href={`${base}/${name}`}
              aria-current={name === page ? "page" : undefined}
            >
              {SETTINGS_PAGES[name].title}
            </a>
          ))}
        </nav>
        <div class="main-column">
          <h1>{title}</h1>
          {props.done ? <Notice kind="success" title={props.done} /> : null}
          {refused?.text ? <Notice kind="error" title={refused.text} /> : null}
          {props.children}
        </div>
      </div>
    </Layout>
  );
}
