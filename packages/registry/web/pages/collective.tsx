import type { SearchResponse } from "@svc/core/wire";
import { ExtensionCards } from "../components/extension_card.tsx";
import { Icon } from "../components/icon.tsx";
import { Pagination } from "../components/pagination.tsx";
import { Layout, type PageFrame } from "../layout/layout.tsx";

/** A collective as its page shows it. */
export interface CollectiveView {
  slug: string;
  name: string;
  description: string | null;
  private: boolean;
  personal: boolean;
}

interface CollectivePageProps extends PageFrame {
  collective: CollectiveView;
  extensions: SearchResponse;
  /** Undefined when the viewer may not see them. */
  members: { username: string; role: string }[] | undefined;
  /** The viewer is an admin or owner. */
  mayManage: boolean;
  now: Date;
}

/** A collective: who it is and what it publishes. */
export function CollectivePage(props: CollectivePageProps) {
  const { collective, extensions } = props;
  return (
    <Layout
      title={`@${collective.slug}`}
      description={collective.description ?? undefined}
      viewer={props.viewer}
      here={props.here}
      noIndex={collective.private}
    >
      <header class="plate">
        <h1>@{collective.slug}</h1>
        {collective.name === collective.slug ? null : <p class="lede">{collective.name}</p>}
        {collective.description ? <p>{collective.description}</p> : null}
        <p class="plate-chips">
          {collective.private
            ? (
              <span class="chip">
                <Icon name="lock" />Private
              </span>
            )
            : null}
          {collective.personal ? <span class="chip chip-quiet">Personal</span> : null}
          {props.mayManage
            ? <a href={`/collectives/${collective.slug}/settings`}>Settings, members and tokens</a>
            : null}
        </p>
      </header>
      <div class="with-aside">
        <section class="main-column" aria-labelledby="extensions">
          <h2 id="extensions">Extensions</h2>
          {extensions.extensions.length === 0
            ? <p class="quiet">Nothing is published here yet.</p>
            : <ExtensionCards extensions={extensions.extensions} now={props.now} />}
          <Pagination
            meta={extensions.meta}
            href={(page) => `/collectives/${collective.slug}?page=${page}`}
          />
        </section>
        {props.members === undefined || props.members.length === 0
          ? null
          : (
            <aside class="aside" aria-label="Members">
              <section>
                <h2>Members</h2>
                <ul class="plain">
                  {props.members.map((member) => (
                    <li>
                      {member.username} <span class="quiet">{member.role}</span>
                    </li>
                  ))}
                </ul>
              </section>
            </aside>
          )}
      </div>
    </Layout>
  );
}
