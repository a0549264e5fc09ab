import type { Role } from "@svc/core/role";
import type { Member } from "@svc/core/wire";
import { When } from "../../../platform/web/components/when.tsx";
import { RoleSelect } from "./role_select.tsx";

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
export function MemberRow({ member, collective, base, own, role, now }: MemberRowProps) {
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
