import type { Issue } from "@svc/core/wire";
import { Check } from "../../../platform/web/components/check.tsx";
import { Notice, Select } from "@svc/http/page";
import { STATUS_WORDS, TYPE_WORDS } from "./words.ts";

/** What a viewer may change of an issue: its author and its admins may, each in part. */
export interface ChangeRights {
  /** They may hide and lock it as well. */
  administers: boolean;
  /** Whom it may be assigned to, those it is assigned to included. */
  assignable: { userId: string; username: string }[];
}

interface ChangeFormProps {
  issue: Issue;
  rights: ChangeRights;
  /** Why the last change was refused. */
  error: string | undefined;
}

/** Status, type and assignees of an issue, for those who may change them. */
export function ChangeForm({ issue, rights, error }: ChangeFormProps) {
  const assigned = new Set(issue.assignees.map(({ userId }) => userId));
  return (
    <section>
      <h2>Change</h2>
      {error ? <Notice kind="error" title={error} /> : null}
      <form class="form" method="post" action={`/lab/${issue.number}/change`}>
        {shownValues(issue, rights).map(([name, value]) => (
          <input type="hidden" name={`was-${name}`} value={value} />
        ))}
        <Select
          name="status"
          label="Status"
          options={Object.entries(STATUS_WORDS)}
          value={issue.status}
        />
        <Select name="type" label="Type" options={Object.entries(TYPE_WORDS)} value={issue.type} />
        {rights.assignable.length === 0 ? null : (
          <fieldset>
            <legend>Assignees</legend>
            {rights.assignable.map(({ userId, username }) => (
              <label class="check">
                <input
                  type="checkbox"
                  name="assignee"
                  value={userId}
                  checked={assigned.has(userId)}
                />
                <span>{username}</span>
              </label>
            ))}
          </fieldset>
        )}
        {rights.administers && (
          <>
            <Check name="hidden" on={issue.hidden}>Hidden: only author and admins see it</Check>
            <Check name="locked" on={issue.locked}>Locked: only admins comment</Check>
          </>
        )}
        <button type="submit">Save</button>
      </form>
    </section>
  );
}

/** The values that the form shows: only what differs from them is changed, whoever saved meanwhile. */
function shownValues(issue: Issue, { administers }: ChangeRights): [name: string, value: string][] {
  return [
    ["status", issue.status],
    ["type", issue.type],
    ...issue.assignees.map(({ userId }): [string, string] => ["assignee", userId]),
    ...(administers && issue.hidden ? [["hidden", "on"] as [string, string]] : []),
    ...(administers && issue.locked ? [["locked", "on"] as [string, string]] : []),
  ];
}

/** What a posted form changes of an issue, as the interface takes it. */
export function changeIn(form: URLSearchParams): Record<string, unknown> {
  const differs = (name: string) => {
    const [was, is] = [form.getAll(`was-${name}`), form.getAll(name)].map((all) => all.toSorted());
    return was!.join() !== is!.join();
  };
  return {
    ...(differs("status") ? { status: form.get("status") } : {}),
    ...(differs("type") ? { type: form.get("type") } : {}),
    ...(differs("assignee") ? { assignees: form.getAll("assignee") } : {}),
    ...(differs("hidden") ? { hidden: form.get("hidden") === "on" } : {}),
    ...(differs("locked") ? { locked: form.get("locked") === "on" } : {}),
  };
}
