import type { OwnInvitation } from "@svc/core/wire";
import {
  type ApiCall,
  askApi,
  callApi,
  field,
  readForm,
  refusalText,
} from "../../access/page/form.ts";
import type { Viewer } from "../../platform/web/layout/viewer.ts";
import { redirect } from "@svc/http/edge";
import type { Rendered, SignedInVisit } from "../../access/page/visit.ts";
import { type ListedNotification, NotificationsPage, type WaitingInvitation } from "./page.tsx";

const PER_PAGE = 50;
const MOST_UNREAD = 100;

interface InboxAnswer {
  notifications: ListedNotification[];
  nextCursor: string | null;
  unreadCount: number;
}

/** GET /notifications: invitations and what is unread first; `cursor` leads on to older pages. */
export async function showNotifications(visit: SignedInVisit, refused?: string): Promise<Rendered> {
  const { frame, now, url } = visit;
  const cursor = url.searchParams.get("cursor");
  const read = (query: Record<string, string>) =>
    askApi<InboxAnswer>(visit, `GET /api/v1/notifications?${new URLSearchParams(query)}`);
  const first = cursor === null
    ? await read({ unread: "true", limit: String(MOST_UNREAD) })
    : undefined;
  const page = await read({ limit: String(PER_PAGE), ...(cursor === null ? {} : { cursor }) });
  const waiting = first?.notifications ?? page.notifications.filter(isUnread);
  const invitations = first === undefined ? [] : await invitationsOf(visit, waiting);
  const answered = new Set(invitations.map(({ notification }) => notification));
  return {
    page: (
      <NotificationsPage
        {...frame}
        here="/notifications"
        viewer={counted(frame.viewer, first?.unreadCount)}
        invitations={invitations}
        unread={waiting.filter(({ id }) => !answered.has(id))}
        unreadCount={first?.unreadCount ?? waiting.length}
        read={page.notifications.filter((entry) => !isUnread(entry))}
        nextCursor={page.nextCursor}
        refused={refused}
        now={now}
      />
    ),
  };
}

/** The invitations that wait for the viewer's answer, each with the unread notification of it. */
async function invitationsOf(
  visit: SignedInVisit,
  unread: readonly ListedNotification[],
): Promise<WaitingInvitation[]> {
  const { invitations } = await askApi<{ invitations: OwnInvitation[] }>(
    visit,
    "GET /api/v1/invitations",
  );
  const { username } = visit.principal.user;
  return invitations.map((invitation) => ({
    ...invitation,
    notification: unread.find(({ kind, collective, data }) =>
      kind === "member_invited" && collective === invitation.collective.slug &&
      data["username"] === username
    )?.id,
  }));
}

/** Reading an inbox may add to it, so that the header's count is told again. */
function counted(viewer: Viewer | undefined, unread: number | undefined): Viewer | undefined {
  return viewer && { ...viewer, unread: unread ?? viewer.unread };
}

function isUnread({ readAt }: ListedNotification): boolean {
  return readAt === null;
}

/** POST /notifications/invitation: accepts or declines, and marks what told of it as read. */
export async function answerInInbox(visit: SignedInVisit): Promise<Rendered | Response> {
  const form = await readForm(visit);
  const decision = form.get("decision") === "accept" ? "accept" : "decline";
  const answer = await callApi<{ collective?: { slug: string } }>(
    visit,
    `POST /api/v1/invitations/${encodeURIComponent(field(form, "id"))}/${decision}`,
  );
  if (!answer.ok) {
    return { ...await showNotifications(visit, refusalText(answer.error)), status: answer.status };
  }
  const notification = field(form, "notification");
  // The answer stands, whatever becomes of the mark.
  if (notification !== "") await callApi(visit, ...readCall(notification));
  const { collective } = answer.body;
  return redirect(collective === undefined ? "/notifications" : `/collectives/${collective.slug}`);
}

/** POST /notifications/open: marks one as read and leads to what it is about. */
export async function openOne(visit: SignedInVisit): Promise<Response> {
  const { url } = await markRead(visit, field(await readForm(visit), "id"));
  const { baseUrl } = visit.services.config;
  return redirect(url?.startsWith(`${baseUrl}/`) ? url.slice(baseUrl.length) : "/notifications");
}

/** POST /notifications/read: marks one. */
export async function readOne(visit: SignedInVisit): Promise<Response> {
  await markRead(visit, field(await readForm(visit), "id"));
  return redirect("/notifications");
}

/** POST /notifications/read-all */
export async function readAll(visit: SignedInVisit): Promise<Response> {
  await readForm(visit);
  await askApi(visit, "POST /api/v1/notifications/read-all");
  return redirect("/notifications");
}

async function markRead(visit: SignedInVisit, id: string): Promise<ListedNotification> {
  const { notification } = await askApi<{ notification: ListedNotification }>(
    visit,
    ...readCall(id),
  );
  return notification;
}

function readCall(id: string): ApiCall {
  return [`PATCH /api/v1/notifications/${encodeURIComponent(id)}`, { read: true }];
}
