import type { z } from "zod";
import { When } from "../../platform/web/components/when.tsx";
import { Layout, type PageFrame } from "../../platform/web/layout/layout.tsx";
import type { NotificationRecord } from "./schema.ts";

/** A notification as the page lists it. */
export type ListedNotification = z.output<typeof NotificationRecord>;

interface NotificationsPageProps extends PageFrame {
  unread: ListedNotification[];
  /** How many are unread in all. */
  unreadCount: number;
  read: ListedNotification[];
  /** Where older ones begin; null at the end. */
  nextCursor: string | null;
  now: Date;
}

/** A person's inbox: what is unread first. */
export function NotificationsPage(props: NotificationsPageProps) {
  const { unread, unreadCount, read, nextCursor, now } = props;
  const empty = unread.length === 0 && read.length === 0;
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
      {empty
        ? (
          <section class="empty">
            <h2>Nothing has happened yet</h2>
            <p>
              Here you read of new versions and members of your collectives, of tokens about to
              expire, and of answers to your issues.
            </p>
          </section>
        )
        : null}
      {unread.length === 0 ? null : (
        <section aria-labelledby="unread">
          <h2 id="unread">Unread</h2>
          <ul class="rows sheet">
            {unread.map((entry) => (
              <NotificationRow entry={entry} now={now}>
                <form method="post" action="/notifications/read">
                  <input type="hidden" name="id" value={entry.id} />
                  <button type="submit">
                    Mark as read<span class="visually-hidden">: {entry.title}</span>
                  </button>
                </form>
              </NotificationRow>
            ))}
          </ul>
          {unreadCount > unread.length
            ? <p class="quiet">The newest {unread.length} of {unreadCount}.</p>
            : null}
        </section>
      )}
      {read.length === 0 ? null : (
        <section aria-labelledby="earlier">
          <h2 id="earlier">Earlier</h2>
          <ul class="rows sheet">
            {read.map((entry) => <NotificationRow entry={entry} now={now} />)}
          </ul>
        </section>
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

interface NotificationRowProps {
  entry: ListedNotification;
  now: Date;
  children?: unknown;
}

function NotificationRow({ entry, now, children }: NotificationRowProps) {
  return (
    <li>
      <div class="row-text">
        {entry.url === null ? <b>{entry.title}</b> : <a href={entry.url}>{entry.title}</a>}
        <p class="quiet">
          {entry.collective === null ? null : <>@{entry.collective},{" "}</>}
          {entry.actor === null ? null : <>by {entry.actor},{" "}</>}
          <When at={entry.createdAt} now={now} />
        </p>
      </div>
      {children}
    </li>
  );
}
