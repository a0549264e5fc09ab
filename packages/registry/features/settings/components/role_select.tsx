import { type Role, ROLES } from "@svc/core/role";

interface RoleSelectProps {
  id: string;
  label: string;
  role: Role;
  /** The label is for screen readers only. */
  quiet?: boolean;
}

/** A choice of roles with its label. */
export function RoleSelect({ id, label, role, quiet }: RoleSelectProps) {
  return (
    <div class="field">
      <label class={quiet ? "visually-hidden" : ""} for={id}>{label}</label>
      <select id={id} name="role">
        {ROLES.map((value) => <option value={value} selected={value === role}>{value}</option>)}
      </select>
    </div>
  );
}
