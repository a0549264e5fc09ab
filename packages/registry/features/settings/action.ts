import { parsedJson } from "@svc/core/json";
import { publisherBody, publisherFields } from "../publishers/page/form.ts";
import { type ApiCall, field, type Form } from "../../access/page/form.ts";
import { postedRule } from "../staging/page/approval_section.tsx";
import type { SettingsPageName } from "./pages.ts";

/** A form of the settings, and what it asks the interface to do. */
export interface ActionRow {
  /** The page the form stands on. */
  page: SettingsPageName;
  /** What the page tells when it is done; absent where what follows tells it. */
  done?: string;
  /** @param path of the collective in the interface */
  call(form: Form, path: string): ApiCall;
  /** The form's field for each field of the interface. */
  fields?(form: Form): Readonly<Record<string, string>>;
  /** The field that a refusal is about which names none. */
  about?(form: Form): string | undefined;
}

const id = (form: Form) => encodeURIComponent(field(form, "id"));
const checked = (form: Form, name: string) => form.get(name) === "on";

/** The forms of the settings by the last segment of their address. */
const ACTIONS: ReadonlyMap<string, ActionRow> = new Map<string, ActionRow>([
  ["update", {
    page: "general",
    done: "The settings are saved.",
    fields: () => ({ description: "description" }),
    call: update,
  }],
  ["second-factor", {
    page: "general",
    done: "The settings are saved.",
    call: (form, path) => [`PUT ${path}/second-factor`, {
      required: field(form, "required") === "yes",
    }],
  }],
  ["change-role", {
    page: "members",
    done: "The role is changed.",
    call: (form, path) => [`PATCH ${path}/members/${id(form)}`, { role: field(form, "role") }],
  }],
  ["remove-member", {
    page: "members",
    done: "The member is removed.",
    call: (form, path) => [`DELETE ${path}/members/${id(form)}`],
  }],
  ["invite", {
    page: "invitations",
    done: "The invitation is open.",
    fields: () => ({ username: "invite", email: "invite" }),
    about: () => "invite",
    call: invite,
  }],
  ["cancel-invite", {
    page: "invitations",
    done: "The invitation is withdrawn.",
    call: (form, path) => [`POST ${path}/cancel-invite`, { invitationId: field(form, "id") }],
  }],
  ["create-token", {
    page: "tokens",
    fields: () => ({ name: "name", scopes: "scope", expiresInDays: "days" }),
    about: (form) => form.has("scope") ? undefined : "scope",
    call: createToken,
  }],
  ["revoke-token", {
    page: "tokens",
    done: "The token is revoked.",
    call: (form, path) => [`PATCH ${path}/api-tokens/${id(form)}`, { enabled: false }],
  }],
  ["delete-token", {
    page: "tokens",
    done: "The token is deleted.",
    call: (form, path) => [`DELETE ${path}/api-tokens/${id(form)}`],
  }],
  ["create-publisher", {
    page: "publishers",
    done: "The publisher is added.",
    fields: publisherFields,
    call: (form, path) => [`POST ${path}/publishers`, publisherBody(form)],
  }],
  ["remove-publisher", {
    page: "publishers",
    done: "The publisher is removed.",
    call: (form, path) => [`DELETE ${path}/publishers/${id(form)}`],
  }],
  ["confirm-publisher", {
    page: "publishers",
    done: "The new name is accepted.",
    call: (form, path) => [`POST ${path}/publishers/${id(form)}/confirm`, {
      names: parsedJson(field(form, "names")),
    }],
  }],
  ["set-publishing", {
    page: "publishers",
    done: "The setting is saved.",
    fields: () => ({ publishing: "publishing", extension: "only" }),
    about: () => "only",
    call: (form, path) => [`PUT ${path}/publishing`, {
      publishing: field(form, "publishing"),
      ...(field(form, "only") === "" ? {} : { extension: field(form, "only") }),
    }],
  }],
  ["create-signing-key", {
    page: "signing-keys",
    done: "The key is registered.",
    fields: () => ({ name: "name", publicKey: "publicKey" }),
    about: () => "publicKey",
    call: (form, path) => [`POST ${path}/signing-keys`, {
      name: field(form, "name"),
      publicKey: field(form, "publicKey"),
    }],
  }],
  ["revoke-signing-key", {
    page: "signing-keys",
    done: "The key is revoked.",
    call: (form, path) => [`DELETE ${path}/signing-keys/${id(form)}`],
  }],
  ["approval-rule", {
    page: "approval",
    done: "The settings are saved.",
    fields: () => ({ embargoHours: "embargoHours" }),
    call: (form, path) => [`PUT ${path}/approval`, postedRule(form)],
  }],
  ["change-plan", {
    page: "billing",
    done: "The plan is changed.",
    call: (form, path) => [`PATCH ${path}/billing`, { plan: field(form, "plan") }],
  }],
  ["delete", {
    page: "danger",
    about: () => "confirm",
    call: (_form, path) => [`POST ${path}/delete`],
  }],
]);

function update(form: Form, path: string): ApiCall {
  return [`PATCH ${path}`, {
    description: field(form, "description") || null,
    private: checked(form, "private"),
    hideIssuesByDefault: checked(form, "hideIssuesByDefault"),
    ...(checked(form, "membersAsked")
      ? { hideMembersFromPublic: checked(form, "hideMembersFromPublic") }
      : {}),
  }];
}

function invite(form: Form, path: string): ApiCall {
  const who = field(form, "invite").replace(/^@/, "");
  return [`POST ${path}/invite`, {
    ...(who.includes("@") ? { email: who } : { username: who }),
    role: field(form, "role"),
  }];
}

function createToken(form: Form, path: string): ApiCall {
  const days = field(form, "days");
  return [`POST ${path}/api-tokens`, {
    name: field(form, "name"),
    scopes: form.getAll("scope"),
    // What is not a number goes as it is, to be refused: as a number it would be none, and no expiry.
    ...(days === "" ? {} : { expiresInDays: /^\d{1,9}$/.test(days) ? Number(days) : days }),
  }];
}

/** A form by the last segment of its address, or undefined when there is no such form. */
export function actionRow(name: string): ActionRow | undefined {
  return ACTIONS.get(name);
}
