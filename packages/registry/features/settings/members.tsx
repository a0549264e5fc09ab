import type { Member } from "@svc/core/wire";
import { isRole } from "@svc/core/role";
import { Field, Notice } from "@svc/http/page";
import { MemberRow } from "./components/member_row.tsx";
import type { Settings } from "./settings.ts";

const PER_PAGE = 50;

/** Members with their roles, a page at a time, or the one that the address names. */
export async function membersPage(settings: Settings) {
  const { base, query, read, viewer, collective, now } = settings;
  const named = query.get("member")?.replace(/^@/, "").slice(0, 64) ?? "";
  const cursor = query.get("cursor");
  const { members, nextCursor } = await read<{ members: Member[]; nextCursor: string | null }>(
    `/members?${new URLSearchParams({
      limit: String(PER_PAGE),
      ...(named === "" ? {} : { username: named }),
      ...(cursor === null ? {} : { cursor }),
    })}`,
  );
  const wanted = query.get("role") ?? "";
  return (
    <>
      {settings.publishersAdded === undefined
        ? null
        : (
          <Notice kind="info" title="The trusted publishers that they added go on working">
            <p>
              {settings.publishersAdded.join(", ")}:{" "}
              <a href={`${base}/publishers`}>look whether each should</a>.
            </p>
          </Notice>
        )}
      <div class="title-row list-bar">
        <form class="inline-form" method="get" action={`${base}/members`} role="search">
          <Field name="member" label="Find by username" value={named} maxlength={64} />
          <button type="submit">Find</button>
        </form>
        <a class="button" href={`${base}/invitations`}>Invite somebody</a>
      </div>
      {members.length === 0
        ? <p class="quiet">Nobody called “{named}” is a member of @{collective.slug}.</p>
        : (
          <ul class="rows sheet">
            {members.map((member) => (
              <MemberRow
                member={member}
                collective={collective.slug}
                base={base}
                own={member.username === viewer}
                role={named !== "" && isRole(wanted) ? wanted : member.role}
                now={now}
              />
            ))}
          </ul>
        )}
      {named === "" && cursor === null ? null : (
        <p>
          <a href={`${base}/members`}>All members</a>
        </p>
      )}
      {nextCursor === null ? null : (
        <nav class="pagination" aria-label="Pages">
          <span />
          <a rel="next" href={`${base}/members?cursor=${encodeURIComponent(nextCursor)}`}>
            Next page
          </a>
        </nav>
      )}
    </>
  );
}
