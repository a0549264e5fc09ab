import { parsedJson } from "@svc/core/json";
import { publisherBody, publisherFields } from "../publishers/page/form.ts";
import type { ApiCall } from "../../access/page/call_api.ts";
import { field, type Form } from "../../access/page/read_form.ts";
import { postedRule } from "../staging/page/approval_section.tsx";
import type { SettingsPageName } from "./pages.ts";

/** What a form of the settings asks the interface to do. */
export interface CollectiveAction {
  /** The page the form stands on. */
  page: SettingsPageName;
  call: ApiCall;
  /** The form's field for each field of the interface. */
  fields?: Readonly<Record<string, string>>;
  /** The field that a refusal is about which names none. */
  about?: string;
}

type Build = (form: Form, path: string) => Omit<CollectiveAction, "page">;

interface ActionRow extends Pick<CollectiveAction, "page"> {
  /** What the page tells when it is done; absent where what follows tells it. */
  done?: string;
  build: Build;
}

const id = (form: Form) => encodeURIComponent(field(form, "id"));
const checked = (form: Form, name: string) => form.get(name) === "on";

/** The forms of the settings by the last segment of their address. */
const ACTIONS: ReadonlyMap<string, ActionRow> = new Map<string, ActionRow>([
  ["update", { page: "general", done: "The settings are saved.", build: update }],
  ["second-factor", {
    page: "general",
    done: "The settings are saved.",
    build: (form, path) => ({
      call: {
        method: "PUT",
        path: `${path}/second-factor`,
        body: { required: field(form, "required") === "yes" },
      },
    }),
  }],
  ["change-role", {
    page: "members",
    done: "The role is changed.",
    build: (form, path) => ({
      call: {
        method: "PATCH",
        path: `${path}/members/${id(form)}`,
        body: { role: field(form, "role") },
      },
    }),
  }],
  ["remove-member", {
    page: "members",
    done: "The member is removed.",
    build: (form, path) => ({ call: { method: "DELETE", path: `${path}/members/${id(form)}` } }),
  }],
  ["invite", { page: "invitations", done: "The invitation is open.", build: invite }],
  ["cancel-invite", {
    page: "invitations",
    done: "The invitation is withdrawn.",
    build: (form, path) => ({
      call: {
        method: "POST",
        path: `${path}/cancel-invite`,
        body: { invitationId: field(form, "id") },
      },
    }),
  }],
  ["create-token", { page: "tokens", build: createToken }],
  ["revoke-token", {
    page: "tokens",
    done: "The token is revoked.",
    build: (form, path) => ({
      call: { method: "PATCH", path: `${path}/api-tokens/${id(form)}`, body: { enabled: false } },
    }),
  }],
  ["delete-token", {
    page: "tokens",
    done: "The token is deleted.",
    build: (form, path) => ({ call: { method: "DELETE", path: `${path}/api-tokens/${id(form)}` } }),
  }],
  ["create-publisher", {
    page: "publishers",
    done: "The publisher is added.",
    build: (form, path) => ({
      fields: publisherFields(form),
      call: { method: "POST", path: `${path}/publishers`, body: publisherBody(form) },
    }),
  }],
  ["remove-publisher", {
    page: "publishers",
    done: "The publisher is removed.",
    build: (form, path) => ({ call: { method: "DELETE", path: `${path}/publishers/${id(form)}` } }),
  }],
  ["confirm-publisher", {
    page: "publishers",
    done: "The new name is accepted.",
    build: (form, path) => ({
      call: {
        method: "POST",
        path: `${path}/publishers/${id(form)}/confirm`,
        body: { names: parsedJson(field(form, "names")) },
      },
    }),
  }],
  ["set-publishing", {
    page: "publishers",
    done: "The setting is saved.",
    build: (form, path) => ({
      fields: { publishing: "publishing", extension: "only" },
      about: "only",
      call: {
        method: "PUT",
        path: `${path}/publishing`,
        body: {
          publishing: field(form, "publishing"),
          ...(field(form, "only") === "" ? {} : { extension: field(form, "only") }),
        },
      },
    }),
  }],
  ["create-signing-key", {
    page: "signing-keys",
    done: "The key is registered.",
    build: (form, path) => ({
      fields: { name: "name", publicKey: "publicKey" },
      about: "publicKey",
      call: {
        method: "POST",
        path: `${path}/signing-keys`,
        body: { name: field(form, "name"), publicKey: field(form, "publicKey") },
      },
    }),
  }],
  ["revoke-signing-key", {
    page: "signing-keys",
    done: "The key is revoked.",
    build: (form, path) => ({
      call: { method: "DELETE", path: `${path}/signing-keys/${id(form)}` },
    }),
  }],
  ["approval-rule", {
    page: "approval",
    done: "The settings are saved.",
    build: (form, path) => ({
      fields: { embargoHours: "embargoHours" },
      call: { method: "PUT", path: `${path}/approval`, body: postedRule(form) },
    }),
  }],
  ["change-plan", {
    page: "billing",
    done: "The plan is changed.",
    build: (form, path) => ({
      call: { method: "PATCH", path: `${path}/billing`, body: { plan: field(form, "plan") } },
    }),
  }],
  ["delete", {
    page: "danger",
    build: (_form, path) => ({
      about: "confirm",
      call: { method: "POST", path: `${path}/delete` },
    }),
  }],
]);

function update(form: Form, path: string): ReturnType<Build> {
  return {
    fields: { description: "description" },
    call: {
      method: "PATCH",
      path,
      body: {
        description: field(form, "description") || null,
        private: checked(form, "private"),
        hideIssuesByDefault: checked(form, "hideIssuesByDefault"),
        ...(checked(form, "membersAsked")
          ? { hideMembersFromPublic: checked(form, "hideMembersFromPublic") }
          : {}),
      },
    },
  };
}

function invite(form: Form, path: string): ReturnType<Build> {
  const who = field(form, "invite").replace(/^@/, "");
  return {
    fields: { username: "invite", email: "invite" },
    about: "invite",
    call: {
      method: "POST",
      path: `${path}/invite`,
      body: {
        ...(who.includes("@") ? { email: who } : { username: who }),
        role: field(form, "role"),
      },
    },
  };
}

function createToken(form: Form, path: string): ReturnType<Build> {
  const days = field(form, "days");
  return {
    fields: { name: "name", scopes: "scope", expiresInDays: "days" },
    ...(form.has("scope") ? {} : { about: "scope" }),
    call: {
      method: "POST",
      path: `${path}/api-tokens`,
      body: {
        name: field(form, "name"),
        scopes: form.getAll("scope"),
        // What is not a number goes as it is, to be refused: as a number it would be none, and no expiry.
        ...(days === "" ? {} : { expiresInDays: /^\d{1,9}$/.test(days) ? Number(days) : days }),
      },
    },
  };
}

/** What the form posted to `name` asks for, or undefined when there is no such form. */
export function collectiveAction(
  name: string,
  form: Form,
  path: string,
): CollectiveAction | undefined {
  const row = ACTIONS.get(name);
  return row && { page: row.page, ...row.build(form, path) };
}

/** The page of a form's address, and what is told after it; for who comes back to it with a GET. */
export function actionRow(name: string): Pick<ActionRow, "page" | "done"> | undefined {
  return ACTIONS.get(name);
}
