import type { SearchEntry } from "@svc/core/wire";
import { Command } from "../../platform/web/components/command.tsx";
import { ExtensionCards } from "../extensions/page/components/extension_card.tsx";
import { SearchForm } from "../../platform/web/layout/search_form.tsx";
import { Layout, type PageFrame } from "../../platform/web/layout/layout.tsx";

interface HomePageProps extends PageFrame {
  newest: SearchEntry[];
  topScored: SearchEntry[];
  /** Among how many of the last updated the best were chosen. */
  ranked: number;
  /** Extensions a visitor can see. */
  total: number;
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
          svc is a registry and a command line for automation extensions. Each one is scored in the
          open, says what it may touch, and runs in a sandbox that holds it to that.
        </p>
        <SearchForm query="" large />
        <ol class="steps">
          <li>
            <h2>Pull</h2>
            <Command
              id="step-pull"
              command="svc extension pull @svc/repo-insight"
              what="the pull command"
            />
          </li>
          <li>
            <h2>Create</h2>
            <Command
              id="step-create"
              command="svc behavior create @svc/repo-insight my-repos"
              what="the create command"
            />
          </li>
          <li>
            <h2>Run</h2>
            <Command
              id="step-run"
              command="svc behavior run my-repos list_repos"
              what="the run command"
            />
          </li>
        </ol>
        <p>
          <a href="/docs/tutorial">Five minutes from nothing to a published extension</a>
        </p>
      </section>
      {props.total === 0
        ? (
          <section class="empty">
            <h2>Nothing is published yet</h2>
            <p>
              svc comes with a catalogue of extensions. Whoever runs this registry publishes it with
              {" "}
              <code>npm start -- --with-catalogue</code>.
            </p>
            <p>
              Or be the first: <a href="/docs/writing-an-extension">write an extension</a>, then
              {" "}
              <code>svc extension push</code>.
            </p>
          </section>
        )
        : (
          <div class="columns">
            <section aria-labelledby="newest">
              <h2 id="newest">Newest</h2>
              <ExtensionCards extensions={props.newest} now={props.now} />
            </section>
            <section aria-labelledby="top">
              <h2 id="top">Highest scores</h2>
              {props.total > props.ranked
                ? <p class="quiet">Among the {props.ranked} updated last.</p>
                : null}
              <ExtensionCards extensions={props.topScored} now={props.now} />
            </section>
          </div>
        )}
      {props.total === 0 ? null : (
        <p class="all-link">
          <a href="/search">
            {props.total === 1 ? "See the one extension" : `See all ${props.total} extensions`}
          </a>
        </p>
      )}
    </Layout>
  );
}
