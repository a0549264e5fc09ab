import { roleAtLeast } from "@svc/core/role";
import { findMembership, noSuchCollective } from "../../auth/authorize.ts";
import { searchExtensions, searchQuery } from "../../extensions/read/search.ts";
import { callApi } from "../form/call_api.ts";
import type { Rendered } from "../page/page.ts";
import type { Visit } from "../page/visit.ts";
import { CollectivePage } from "../pages/collective.tsx";
import { searchInput } from "../search/input.ts";

/** GET /collectives/{slug} */
export async function showCollective(visit: Visit): Promise<Rendered> {
  const { services, principal } = visit;
  const slug = visit.context.req.param("slug") ?? "";
  const membership = await findMembership(services.db, principal, slug);
  if (membership === undefined) throw noSuchCollective();
  const { collective, role } = membership;
  const [row, extensions, members] = await Promise.all([
    services.db.selectFrom("collective").select("description").where("id", "=", collective.id)
      .executeTakeFirst(),
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
  ]);
  return {
    page: (
      <CollectivePage
        {...visit.frame}
        collective={{ ...collective, description: row?.description ?? null }}
        extensions={extensions}
        members={members}
        mayManage={role !== undefined && roleAtLeast(role, "admin") && !collective.personal}
        now={visit.now}
      />
    ),
  };
}

/** The members as the interface shows them to the viewer; nobody is shown to strangers. */
async function readMembers(visit: Visit, slug: string) {
  if (visit.principal.kind === "anonymous") return undefined;
  const answer = await callApi<{ members: { username: string; role: string }[] }>(visit, {
    method: "GET",
    path: `/api/v1/collectives/${slug}/members?limit=100`,
  });
  return answer.ok ? answer.body.members : undefined;
}
