import type { z } from "zod";
import type { OwnInvitation } from "@svc/core/wire";
import { Notice } from "@svc/http/page";
import { When } from "../../platform/web/components/when.tsx";
import { Layout, type PageFrame } from "../../platform/web/layout/layout.tsx";
import type { NotificationRecord } from "./schema.ts";
import { Section } from "../../platform/web/components/section.tsx";

/** A notification as the page lists it. */
export type ListedNotification = z.output<typeof NotificationRecord>;

/** An invitation that waits for its answer, and the notification that told of it. */
export interface WaitingInvitation extends OwnInvitation {
  notification: string | undefined;
}

interface NotificationsPageProps extends PageFrame {
  invitations: WaitingInvitation[];
  unread: ListedNotification[];
  /** How many are unread in all. */
  unreadCount: number;
  read: ListedNotification[];
  /** Where older ones begin; null at the end. */
  nextCursor: string | null;
  /** Why an invitation could not be answered. */
  refused?: string | undefined;
  now: Date;
}

/** A person's inbox: invitations to answer, then what is unread, then the rest. */
export function NotificationsPage(props: NotificationsPageProps) {
  const { invitations, unread, unreadCount, read, nextCursor, now } = props;
  const empty = invitations.length + unread.length + read.length === 0;
  return (
    <Layout title="Notifications" viewer={props.viewer} here={props.here} noIndex>
      <div class="title-row">
        <h1>Notifications</h1>
        {unreadCount === 0 ? null : (
          <form method="post" action="/notifications/read-all">
            <button type="submit">Mark all as read</button>
          </form>
        )}
      </div>
      {props.refused ? <Notice kind="error" title={props.refused} /> : null}
      {empty && (
        <section class="empty">
          <h2>No notifications</h2>
          <p>
            Here you see invitations, new versions and members of your collectives, tokens about to
            expire, and answers to your issues.
          </p>
        </section>
      )}
      {invitations.length === 0 ? null : (
        <Section id="invitations" title="Invitations">
          <ul class="rows sheet">
            {invitations.map((entry) => <InvitationRow entry={entry} now={now} />)}
          </ul>
        </Section>
      )}
      {unread.length === 0 ? null : (
        <Section id="unread" title="Unread">
          <ul class="rows sheet">
            {unread.map((entry) => <UnreadRow entry={entry} now={now} />)}
          </ul>
          {unreadCount > unread.length + invitations.length && (
            <p class="quiet">The newest {unread.length} of {unreadCount}.</p>
          )}
        </Section>
      )}
      {read.length === 0 ? null : (
        <Section id="earlier" title="Earlier">
          <ul class="rows sheet">
            {read.map((entry) => (
              <li>
                <div class="row-text">
                  {entry.url === null
                    ? <b>{entry.title}</b>
                    : <a href={entry.url}>{entry.title}</a>}
                  <Circumstances entry={entry} now={now} />
                </div>
              </li>
            ))}
          </ul>
        </Section>
      )}
      {nextCursor === null ? null : (
        <nav class="pagination" aria-label="Pages">
          <span />
          <a rel="next" href={`/notifications?cursor=${encodeURIComponent(nextCursor)}`}>
            Older notifications
          </a>
        </nav>
      )}
    </Layout>
  );
}

interface RowProps<Entry> {
  entry: Entry;
  now: Date;
}

/** An invitation with its two answers. */
function InvitationRow({ entry, now }: RowProps<WaitingInvitation>) {
  const { slug } = entry.collective;
  return (
    <li>
      <div class="row-text">
        <b>{entry.invitedBy}</b> invites you into <b>@{slug}</b>{" "}
        <span class="chip chip-quiet">{entry.role}</span>
        <p class="quiet">
          Expires <When at={entry.expiresAt} now={now} />
        </p>
      </div>
      <form class="row-actions" method="post" action="/notifications/invitation">
        <input type="hidden" name="id" value={entry.id} />
        <input type="hidden" name="notification" value={entry.notification ?? ""} />
        <button type="submit" class="primary" name="decision" value="accept">
          Accept<span class="visually-hidden">the invitation into {slug}</span>
        </button>
        <button type="submit" name="decision" value="decline">
          Decline<span class="visually-hidden">the invitation into {slug}</span>
        </button>
      </form>
    </li>
  );
}

/** What is unread: its title leads to the thing and marks it as read. */
function UnreadRow({ entry, now }: RowProps<ListedNotification>) {
  return (
    <li>
      <div class="row-text">
        {entry.url === null
          ? <b>{entry.title}</b>
          : (
            <form method="post" action="/notifications/open">
              <input type="hidden" name="id" value={entry.id} />
              <button type="submit" class="link">{entry.title}</button>
            </form>
          )}
        <Circumstances entry={entry} now={now} />
      </div>
      <form method="post" action="/notifications/read">
        <input type="hidden" name="id" value={entry.id} />
        <button type="submit">
          Mark as read<span class="visually-hidden">: {entry.title}</span>
        </button>
      </form>
    </li>
  );
}

function Circumstances({ entry, now }: RowProps<ListedNotification>) {
  return (
    <p class="quiet">
      {entry.collective === null ? null : <>@{entry.collective},{" "}</>}
      {entry.actor === null ? null : <>by {entry.actor},{" "}</>}
      <When at={entry.createdAt} now={now} />
    </p>
  );
}
