import type { ApiCall } from "../../access/page/call_api.ts";
import { field, type Form } from "../../access/page/read_form.ts";

/** Parts of the settings page; a refusal is shown in the part its form stands in. */
export type SettingsPart = "settings" | "members" | "invitations" | "tokens" | "billing" | "delete";

/** What a form of the settings page asks the interface to do. */
export interface CollectiveAction {
  part: SettingsPart;
  call: ApiCall;
}

type Build = (form: Form, path: string) => CollectiveAction;

const id = (form: Form) => encodeURIComponent(field(form, "id"));
const checked = (form: Form, name: string) => form.get(name) === "on";

/** The forms of the settings page by the last segment of their address. */
const ACTIONS: ReadonlyMap<string, Build> = new Map<string, Build>([
  ["update", (form, path) => ({
    part: "settings",
    call: {
      method: "PATCH",
      path,
      body: {
        description: field(form, "description") || null,
        private: checked(form, "private"),
        hideIssuesByDefault: checked(form, "hideIssuesByDefault"),
        hideMembersFromPublic: checked(form, "hideMembersFromPublic"),
      },
    },
  })],
  ["change-role", (form, path) => ({
    part: "members",
    call: {
      method: "PATCH",
      path: `${path}/members/${id(form)}`,
      body: { role: field(form, "role") },
    },
  })],
  ["remove-member", (form, path) => ({
    part: "members",
    call: { method: "DELETE", path: `${path}/members/${id(form)}` },
  })],
  ["invite", (form, path) => {
    const who = field(form, "who").replace(/^@/, "");
    return {
      part: "invitations",
      call: {
        method: "POST",
        path: `${path}/invite`,
        body: {
          ...(who.includes("@") ? { email: who } : { username: who }),
          role: field(form, "role"),
        },
      },
    };
  }],
  ["cancel-invite", (form, path) => ({
    part: "invitations",
    call: {
      method: "POST",
      path: `${path}/cancel-invite`,
      body: { invitationId: field(form, "id") },
    },
  })],
  ["create-token", (form, path) => {
    const days = field(form, "days");
    return {
      part: "tokens",
      call: {
        method: "POST",
        path: `${path}/api-tokens`,
        body: {
          name: field(form, "name"),
          scopes: form.getAll("scope"),
          ...(days === "" ? {} : { expiresInDays: Number(days) }),
        },
      },
    };
  }],
  ["revoke-token", (form, path) => ({
    part: "tokens",
    call: { method: "PATCH", path: `${path}/api-tokens/${id(form)}`, body: { enabled: false } },
  })],
  ["delete-token", (form, path) => ({
    part: "tokens",
    call: { method: "DELETE", path: `${path}/api-tokens/${id(form)}` },
  })],
  ["change-plan", (form, path) => ({
    part: "billing",
    call: { method: "PATCH", path: `${path}/billing`, body: { plan: field(form, "plan") } },
  })],
  ["delete", (_form, path) => ({
    part: "delete",
    call: { method: "POST", path: `${path}/delete` },
  })],
]);

/** What the form posted to `action` asks for, or undefined when there is no such form. */
export function collectiveAction(
  action: string,
  form: Form,
  slug: string,
): CollectiveAction | undefined {
  return ACTIONS.get(action)?.(form, `/api/v1/collectives/${encodeURIComponent(slug)}`);
}
