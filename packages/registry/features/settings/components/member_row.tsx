import type { Member } from "@svc/core/wire";
import { RoleSelect } from "./role_select.tsx";

/** A member in a list, with the ways to change the role and to remove. */
export function MemberRow({ member, base }: { member: Member; base: string }) {
  return (
    <li>
      <b>{member.username}</b>
      <div class="row-actions">
        <form class="inline-form" method="post" action={`${base}/change-role`}>
          <input type="hidden" name="id" value={member.id} />
          <RoleSelect
            id={`role-${member.id}`}
            label={`Role of ${member.username}`}
            role={member.role}
            quiet
          />
          <button type="submit">
            Change<span class="visually-hidden">the role of {member.username}</span>
          </button>
        </form>
        <form method="post" action={`${base}/remove-member`}>
          <input type="hidden" name="id" value={member.id} />
          <button type="submit" class="danger">
            Remove<span class="visually-hidden">{member.username}</span>
          </button>
        </form>
      </div>
    </li>
  );
}
