import { callApi } from "../../access/page/call_api.ts";
import { fail } from "../../access/page/fail.ts";
import { field, readForm } from "../../access/page/read_form.ts";
import type { Viewer } from "../../platform/web/layout/viewer.ts";
import type { Rendered } from "../../access/page/html_response.ts";
import { redirect } from "../../platform/web/page/redirect.ts";
import { signedIn } from "../../access/page/signed_in.ts";
import type { Visit } from "../../access/page/visit.ts";
import { type ListedNotification, NotificationsPage } from "./page.tsx";

const PER_PAGE = 50;
const MOST_UNREAD = 100;

interface InboxAnswer {
  notifications: ListedNotification[];
  nextCursor: string | null;
  unreadCount: number;
}

/** GET /notifications: the unread ones first; `cursor` leads on to older pages. */
export async function showNotifications(visit: Visit): Promise<Rendered> {
  const { frame, now, url } = signedIn(visit);
  const cursor = url.searchParams.get("cursor");
  const read = async (query: Record<string, string>) => {
    const answer = await callApi<InboxAnswer>(visit, {
      method: "GET",
      path: `/api/v1/notifications?${new URLSearchParams(query)}`,
    });
    if (!answer.ok) throw fail(answer.error);
    return answer.body;
  };
  const unread = cursor === null
    ? await read({ unread: "true", limit: String(MOST_UNREAD) })
    : undefined;
  const page = await read({ limit: String(PER_PAGE), ...(cursor === null ? {} : { cursor }) });
  const waiting = unread?.notifications ?? page.notifications.filter(isUnread);
  return {
    page: (
      <NotificationsPage
        {...frame}
        viewer={counted(frame.viewer, unread?.unreadCount)}
        unread={waiting}
        unreadCount={unread?.unreadCount ?? waiting.length}
        read={page.notifications.filter((entry) => !isUnread(entry))}
        nextCursor={page.nextCursor}
        now={now}
      />
    ),
  };
}

/** Reading an inbox may add to it, so that the header's count is told anew. */
function counted(viewer: Viewer | undefined, unread: number | undefined): Viewer | undefined {
  return viewer && { ...viewer, unread: unread ?? viewer.unread };
}

function isUnread({ readAt }: ListedNotification): boolean {
  return readAt === null;
}

/** POST /notifications/read: marks one. */
export async function readOne(visit: Visit): Promise<Response> {
  signedIn(visit);
  const id = encodeURIComponent(field(await readForm(visit), "id"));
  const answer = await callApi(visit, {
    method: "PATCH",
    path: `/api/v1/notifications/${id}`,
    body: { read: true },
  });
  if (!answer.ok) throw fail(answer.error);
  return redirect("/notifications");
}

/** POST /notifications/read-all */
export async function readAll(visit: Visit): Promise<Response> {
  signedIn(visit);
  await readForm(visit);
  const answer = await callApi(visit, { method: "POST", path: "/api/v1/notifications/read-all" });
  if (!answer.ok) throw fail(answer.error);
  return redirect("/notifications");
}
