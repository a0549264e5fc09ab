import type { SearchResponse } from "@svc/core/wire";
import type { Transfer } from "../../extensions/transfer/schema.ts";
import { ExtensionCards } from "../../extensions/page/components/extension_card.tsx";
import { Icon, Notice } from "@svc/http/page";
import { Pagination } from "../../../platform/web/components/pagination.tsx";
import { When } from "../../../platform/web/components/when.tsx";
import { Layout, type PageFrame } from "../../../platform/web/layout/layout.tsx";
import { Section } from "../../../platform/web/components/section.tsx";

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
  isMember: boolean;
  /** Since when and why the operator suspended it; only members are told. */
  suspended: string | undefined;
  /** How many versions wait for approval, as its members see it; 0 for others. */
  waiting: number;
  /** The viewer is an admin or owner. */
  mayManage: boolean;
  /** The viewer is a member who can leave. */
  mayLeave: boolean;
  /** Extensions of others that the viewer, an owner, can accept. */
  offers: readonly Transfer[];
  /** Why leaving, or accepting an extension, was refused. */
  refused?: string | undefined;
  /** What the collective posted to the feed, newest first. */
  posts: { body: string; url: string | null; createdAt: string }[];
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
          {collective.private && (
            <span class="chip">
              <Icon name="lock" />Private
            </span>
          )}
          {collective.personal ? <span class="chip chip-quiet">Personal</span> : null}
          <a href={`/lab?collective=${collective.slug}`}>Issues</a>
          {props.isMember && (
            <a href={`/collectives/${collective.slug}/staged`}>
              Staged versions{props.waiting === 0 ? "" : ` (${props.waiting})`}
            </a>
          )}
          {props.mayManage && (
            <a href={`/collectives/${collective.slug}/settings`}>Settings, members and tokens</a>
          )}
        </p>
      </header>
      {props.refused ? <Notice kind="error" title={props.refused} /> : null}
      {props.suspended
        ? (
          <Notice kind="error" title={props.suspended}>
            <p>
              Nobody can change it, and its extensions are in quarantine, until the operator of this
              registry lifts the suspension.
            </p>
          </Notice>
        )
        : null}
      <Offers slug={collective.slug} offers={props.offers} />
      <div class="with-aside">
        <Section class="main-column" id="extensions" title="Extensions">
          {extensions.extensions.length === 0
            ? <p class="quiet">Nothing is published here yet.</p>
            : <ExtensionCards extensions={extensions.extensions} now={props.now} />}
          <Pagination
            meta={extensions.meta}
            href={(page) => `/collectives/${collective.slug}?page=${page}`}
          />
        </Section>
        <About {...props} />
      </div>
    </Layout>
  );
}

function Offers({ slug, offers }: { slug: string; offers: readonly Transfer[] }) {
  return (
    <>
      {offers.map((offer) => (
        <section class="sheet">
          <h2>{offer.extension} is offered to you</h2>
          <form class="form" method="post" action={`/collectives/${slug}/transfers`}>
            <input type="hidden" name="extension" value={offer.extension} />
            <p>
              {offer.offeredBy} of @{offer.from} offered it. Accepted, it is{" "}
              {offer.newName}, and you answer for every version of it. The offer ends on{" "}
              {offer.expiresAt.slice(0, 10)}.
              {offer.makesPublic ? " Everybody may read it then." : ""}
            </p>
            <button type="submit" class="primary">Accept {offer.extension}</button>
          </form>
        </section>
      ))}
    </>
  );
}

function About({ collective, members = [], posts, mayLeave, now }: CollectivePageProps) {
  if (members.length === 0 && posts.length === 0 && !mayLeave) return null;
  return (
    <aside class="aside" aria-label="About this collective">
      {posts.length === 0 ? null : (
        <section>
          <h2>News</h2>
          {posts.map((post) => (
            <article>
              <p class="post">{post.body}</p>
              <p class="quiet">
                <When at={post.createdAt} now={now} />
                {post.url === null ? null : (
                  <>
                    , <a href={post.url} rel="nofollow ugc noreferrer">read more</a>
                  </>
                )}
              </p>
            </article>
          ))}
        </section>
      )}
      {members.length === 0 ? null : (
        <section>
          <h2>Members</h2>
          <ul class="plain">
            {members.map((member) => (
              <li>
                <a href={`/u/${member.username}`}>{member.username}</a>{" "}
                <span class="quiet">{member.role}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
      {mayLeave && (
        <details id="leave">
          <summary>Leave this collective</summary>
          <form class="form" method="post" action={`/collectives/${collective.slug}/leave`}>
            <p>You lose your rights in it at once. Only a new invitation brings you back.</p>
            <button type="submit" class="danger">Leave @{collective.slug}</button>
          </form>
        </details>
      )}
    </aside>
  );
}
