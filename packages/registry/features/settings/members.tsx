import type { Member } from "@svc/core/wire";
import { isRole, type Role } from "@svc/core/role";
import { Field, Notice } from "@svc/http/page";
import type { Settings } from "./settings.ts";
import { When } from "../../platform/web/components/when.tsx";
import { RoleSelect } from "./components/role_select.tsx";
import { Rows } from "../../platform/web/components/rows.tsx";

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
      <Rows
        rows={members.map((member) => (
          <MemberRow
            member={member}
            collective={collective.slug}
            base={base}
            own={member.username === viewer}
            role={named !== "" && isRole(wanted) ? wanted : member.role}
            now={now}
          />
        ))}
        empty={`Nobody called “${named}” is a member of @${collective.slug}.`}
      />
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

interface MemberRowProps {
  member: Member;
  collective: string;
  /** Address of the settings. */
  base: string;
  /** The viewer's own row: to go is to leave. */
  own: boolean;
  /** The role that is chosen already. */
  role: Role;
  now: Date;
}

/** A member in a list, with the ways to change the role and to remove. */
function MemberRow({ member, collective, base, own, role, now }: MemberRowProps) {
  return (
    <li>
      <div class="row-text">
        <a href={`/u/${member.username}`}>
          <b>{member.username}</b>
        </a>{" "}
        {own ? <span class="chip chip-quiet">you</span> : null} {member.hasSecondFactor === false
          ? <span class="chip chip-quiet">no second factor</span>
          : null}
        <p class="quiet">
          {member.role}, joined <When at={member.joinedAt} now={now} />
        </p>
      </div>
      <div class="row-actions">
        <form class="inline-form" method="post" action={`${base}/change-role`}>
          <input type="hidden" name="id" value={member.id} />
          <RoleSelect
            id={`role-${member.id}`}
            label={`Role of ${member.username}`}
            role={role}
            quiet
          />
          <button type="submit">
            Change<span class="visually-hidden">the role of {member.username}</span>
          </button>
        </form>
        {own
          ? <a class="button" href={`/collectives/${collective}#leave`}>Leave…</a>
          : (
            <form method="post" action={`${base}/remove-member`}>
              <input type="hidden" name="id" value={member.id} />
              <button type="submit" class="danger">
                Remove<span class="visually-hidden">{member.username}</span>
              </button>
            </form>
          )}
      </div>
    </li>
  );
}
