import { roleAtLeast } from "@svc/core/role";
import { findMembership, noSuchCollective } from "../../../access/membership/authorize.ts";
import { countWaiting } from "../../extensions/staged/waiting.ts";
import { listOffers } from "../../extensions/transfer/open_offers.ts";
import { searchExtensions, searchQuery } from "../../extensions/read/search.ts";
import { userOf } from "../../../access/credential/principal.ts";
import { readFeed } from "../../feed/feed.ts";
import { callApi, fail, field, readForm, refusalText } from "../../../access/page/form.ts";
import { redirect } from "@svc/http/edge";
import type { Rendered, SignedInVisit, Visit } from "../../../access/page/visit.ts";
import { CollectivePage } from "./page.tsx";
import { searchInput } from "../../extensions/page/search/input.ts";

const SHOWN_POSTS = 3;

/** POST /collectives/{slug}/leave */
export async function leaveCollective(visit: SignedInVisit): Promise<Rendered | Response> {
  await readForm(visit);
  const slug = visit.context.req.param("slug") ?? "";
  const answer = await callApi(
    visit,
    `POST /api/v1/collectives/${encodeURIComponent(slug)}/leave`,
  );
  if (answer.ok) return redirect("/account#collectives");
  if (answer.status === 404) throw fail(answer.error);
  return { ...await showCollective(visit, refusalText(answer.error)), status: answer.status };
}

/** POST /collectives/{slug}/transfers: accepts an extension that is offered to the collective. */
export async function acceptTransfer(visit: SignedInVisit): Promise<Rendered | Response> {
  const form = await readForm(visit);
  const slug = visit.context.req.param("slug") ?? "";
  const answer = await callApi<{ name: string }>(
    visit,
    `POST /api/v1/collectives/${encodeURIComponent(slug)}/transfers/accept`,
    { extension: field(form, "extension") },
  );
  if (answer.ok) return redirect(`/extensions/${answer.body.name}`);
  return { ...await showCollective(visit, refusalText(answer.error)), status: answer.status };
}

/** GET /collectives/{slug}, and why a form on it was refused. */
export async function showCollective(visit: Visit, refused?: string): Promise<Rendered> {
  const { services, principal } = visit;
  const slug = visit.context.req.param("slug") ?? "";
  const membership = await findMembership(services.db, principal, slug);
  if (membership === undefined) throw noSuchCollective(slug);
  const { collective, role } = membership;
  const [row, extensions, members, { posts }, offers] = await Promise.all([
    services.db.selectFrom("collective").where("id", "=", collective.id)
      .select(["description", "suspended_at", "suspended_reason"]).executeTakeFirst(),
    searchExtensions(
      services,
      principal,
      searchQuery.parse({
        collective: slug,
        sort: "name",
        channel: ["stable", "rc", "beta"],
        page: searchInput(visit.url.searchParams).page,
      }),
    ),
    collective.personal ? undefined : readMembers(visit, slug),
    readFeed(services.db, { userId: userOf(principal)?.id ?? null, collectiveId: null }, {
      author: slug,
      limit: SHOWN_POSTS,
    }),
    role === "owner" ? listOffers(services.db, collective.id, visit.now) : [],
  ]);
  return {
    page: (
      <CollectivePage
        {...visit.frame}
        collective={{ ...collective, description: row?.description ?? null }}
        extensions={extensions}
        members={members}
        isMember={role !== undefined}
        suspended={role !== undefined && row?.suspended_at
          ? `Suspended since ${row.suspended_at.slice(0, 10)}: ${row.suspended_reason}`
          : undefined}
        waiting={role === undefined ? 0 : await countWaiting(services.db, collective.id)}
        mayManage={role !== undefined && roleAtLeast(role, "admin")}
        mayLeave={role !== undefined && !collective.personal}
        offers={offers.filter(({ to }) => to === slug)}
        refused={refused}
        posts={posts}
        now={visit.now}
      />
    ),
  };
}

/** The members as the interface shows them to the viewer; nobody is shown to strangers. */
async function readMembers(visit: Visit, slug: string) {
  if (visit.principal.kind === "anonymous") return undefined;
  const answer = await callApi<{ members: { username: string; role: string }[] }>(
    visit,
    `GET /api/v1/collectives/${slug}/members?limit=100`,
  );
  return answer.ok ? answer.body.members : undefined;
}
