import type { SearchEntry } from "@svc/core/wire";
import { ExtensionCards } from "../extensions/page/components/extension_card.tsx";
import type { FirstSteps } from "../extensions/pulls/first_steps.ts";
import { InstallSteps } from "../install/components/install_lines.tsx";
import type { OfferedLines } from "../install/offer.ts";
import { FirstStepsSection, PullStep } from "./first_steps.tsx";
import { SearchForm } from "../../platform/web/layout/search_form.tsx";
import { Layout, type PageFrame } from "../../platform/web/layout/layout.tsx";

/** What the start page lists; no extension twice. */
export interface HomeLists {
  /** Pulled most; only what was pulled. */
  popular: SearchEntry[];
  newest: SearchEntry[];
  updated: SearchEntry[];
  /** Extensions a visitor can see. */
  total: number;
}

interface HomePageProps extends PageFrame {
  lists: HomeLists;
  /** How far the viewer has come who is new here; undefined for strangers and all others. */
  steps: FirstSteps | undefined;
  /** How to begin at this registry. */
  lines: OfferedLines;
  /** An extension that a visitor can pull; undefined where there is none. */
  example: string | undefined;
  now: Date;
}

/** The start page: what svc is, the search box, the newest and the best. */
export function HomePage(props: HomePageProps) {
  return (
    <Layout
      title=""
      description="svc is a registry of automation extensions: published with a score, pulled with a checksum, run in a sandbox."
      viewer={props.viewer}
      here={props.here}
      query={null}
    >
      <section class="hero plate">
        <h1>Automation you can read before you run it.</h1>
        <p class="lede">
          svc is a registry and a command line for automation extensions. Each one has a public
          score, declares its permissions, and runs in a sandbox that enforces them.
        </p>
        <SearchForm query="" large />
        {props.viewer === undefined
          ? (
            <>
              <h2 class="visually-hidden">First steps</h2>
              <InstallSteps lines={props.lines}>
                {props.example === undefined ? null : <PullStep example={props.example} />}
              </InstallSteps>
            </>
          )
          : props.steps && (
            <FirstStepsSection
              steps={props.steps}
              lines={props.lines}
              example={props.example}
            />
          )}
        <p>
          <a href="/docs/tutorial">Five minutes from nothing to a published extension</a>
        </p>
      </section>
      <Published lists={props.lists} now={props.now} />
    </Layout>
  );
}

function Published({ lists, now }: { lists: HomeLists; now: Date }) {
  if (lists.total === 0) return <NothingYet />;
  return (
    <>
      <div class="columns">
        <List id="popular" title="Popular" sort="pulls" entries={lists.popular} now={now} />
        <List id="newest" title="New" sort="new" entries={lists.newest} now={now} />
        <List
          id="updated"
          title="Recently updated"
          sort="updated"
          entries={lists.updated}
          now={now}
        />
      </div>
      <p class="all-link">
        <a href="/search">
          {lists.total === 1
            ? "See the one extension"
            : `See all ${lists.total.toLocaleString("en")} extensions`}
        </a>
      </p>
    </>
  );
}

interface ListProps {
  id: string;
  title: string;
  /** The order of the whole list. */
  sort: string;
  entries: SearchEntry[];
  now: Date;
}

function List({ id, title, sort, entries, now }: ListProps) {
  if (entries.length === 0) return null;
  return (
    <section aria-labelledby={id}>
      <div class="title-row">
        <h2 id={id}>{title}</h2>
        <a href={`/search?sort=${sort}`} aria-label={`${title}: see all`}>See all</a>
      </div>
      <ExtensionCards extensions={entries} now={now} />
    </section>
  );
}

/** The start page of a registry without extensions. */
function NothingYet() {
  return (
    <section class="empty">
      <h2>Nothing is published yet</h2>
      <p>
        svc comes with a catalogue of extensions. The operator of this registry publishes it with
        {" "}
        <code>npm start -- --with-catalogue</code>.
      </p>
      <p>
        Or be the first: <a href="/docs/writing-an-extension">write an extension</a>, then{" "}
        <code>svc extension push</code>.
      </p>
    </section>
  );
}
