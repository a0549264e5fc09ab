import type { OwnInvitation } from "@svc/core/wire";
import { type ApiCall, callApi, refusalText } from "../../access/page/call_api.ts";
import { fail } from "../../access/page/fail.ts";
import { field, readForm } from "../../access/page/read_form.ts";
import type { Viewer } from "../../platform/web/layout/viewer.ts";
import type { Rendered } from "../../access/page/html_response.ts";
import { redirect } from "@svc/http/edge";
import { signedIn } from "../../access/page/signed_in.ts";
import type { Visit } from "../../access/page/visit.ts";
import { type ListedNotification, NotificationsPage, type WaitingInvitation } from "./page.tsx";

const PER_PAGE = 50;
const MOST_UNREAD = 100;

interface InboxAnswer {
  notifications: ListedNotification[];
  nextCursor: string | null;
  unreadCount: number;
}

/** GET /notifications: invitations and what is unread first; `cursor` leads on to older pages. */
export async function showNotifications(visit: Visit): Promise<Rendered> {
  return await inbox(visit, undefined);
}

async function inbox(visit: Visit, refused: string | undefined): Promise<Rendered> {
  const { frame, now, url } = signedIn(visit);
  const cursor = url.searchParams.get("cursor");
  const read = (query: Record<string, string>) =>
    ask<InboxAnswer>(visit, {
      method: "GET",
      path: `/api/v1/notifications?${new URLSearchParams(query)}`,
    });
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
  visit: Visit,
  unread: readonly ListedNotification[],
): Promise<WaitingInvitation[]> {
  const { invitations } = await ask<{ invitations: OwnInvitation[] }>(visit, {
    method: "GET",
    path: "/api/v1/invitations",
  });
  const { username } = signedIn(visit).principal.user;
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
export async function answerInInbox(visit: Visit): Promise<Rendered | Response> {
  signedIn(visit);
  const form = await readForm(visit);
  const decision = form.get("decision") === "accept" ? "accept" : "decline";
  const answer = await callApi<{ collective?: { slug: string } }>(visit, {
    method: "POST",
    path: `/api/v1/invitations/${encodeURIComponent(field(form, "id"))}/${decision}`,
  });
  if (!answer.ok) {
    return { ...await inbox(visit, refusalText(answer.error)), status: answer.status };
  }
  const notification = field(form, "notification");
  // The answer stands, whatever becomes of the mark.
  if (notification !== "") await callApi(visit, readCall(notification));
  const { collective } = answer.body;
  return redirect(collective === undefined ? "/notifications" : `/collectives/${collective.slug}`);
}

/** POST /notifications/open: marks one as read and leads to what it is about. */
export async function openOne(visit: Visit): Promise<Response> {
  signedIn(visit);
  const { url } = await markRead(visit, field(await readForm(visit), "id"));
  const { baseUrl } = visit.services.config;
  return redirect(url?.startsWith(`${baseUrl}/`) ? url.slice(baseUrl.length) : "/notifications");
}

/** POST /notifications/read: marks one. */
export async function readOne(visit: Visit): Promise<Response> {
  signedIn(visit);
  await markRead(visit, field(await readForm(visit), "id"));
  return redirect("/notifications");
}

/** POST /notifications/read-all */
export async function readAll(visit: Visit): Promise<Response> {
  signedIn(visit);
  await readForm(visit);
  await ask(visit, { method: "POST", path: "/api/v1/notifications/read-all" });
  return redirect("/notifications");
}

async function markRead(visit: Visit, id: string): Promise<ListedNotification> {
  const { notification } = await ask<{ notification: ListedNotification }>(visit, readCall(id));
  return notification;
}

function readCall(id: string): ApiCall {
  return {
    method: "PATCH",
    path: `/api/v1/notifications/${encodeURIComponent(id)}`,
    body: { read: true },
  };
}

/** @throws SvcError what the interface refused */
async function ask<Result>(visit: Visit, call: ApiCall): Promise<Result> {
  const answer = await callApi<Result>(visit, call);
  if (!answer.ok) throw fail(answer.error);
  return answer.body;
}
