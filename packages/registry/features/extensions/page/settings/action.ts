import { type ApiCall, field, type Form } from "../../../../access/page/form.ts";

type Build = (form: Form, path: string) => ApiCall;

const post = (path: string, body?: unknown): ApiCall => [`POST ${path}`, body];

/** The forms by which an extension's people manage it, by their field `action`. */
const ACTIONS: ReadonlyMap<string, Build> = new Map<string, Build>([
  ["rescore", (_form, path) => post(`${path}/rescore`)],
  ["update", (form, path) => [`PATCH ${path}`, {
    description: field(form, "description"),
    repository: field(form, "repository") || null,
    homepage: field(form, "homepage") || null,
    license: field(form, "license") || null,
    platforms: field(form, "platforms").split(",").map((name) => name.trim())
      .filter((name) => name !== ""),
  }]],
  ["deprecate", (form, path) => {
    const successor = field(form, "supersededBy");
    return post(`${path}/deprecate`, {
      reason: field(form, "reason"),
      ...(successor === "" ? {} : { supersededBy: successor }),
    });
  }],
  ["undeprecate", (_form, path) => post(`${path}/undeprecate`)],
  ["yank", (form, path) => post(`${path}/yank`, { reason: field(form, "reason") })],
  ["promote", (form, path) =>
    post(`${path}/promote`, {
      version: field(form, "version"),
      toChannel: field(form, "toChannel"),
    })],
  [
    "yank-version",
    (form, path) =>
      post(`${path}@${encodeURIComponent(field(form, "version"))}/yank`, {
        reason: field(form, "reason"),
      }),
  ],
  [
    "unyank-version",
    (form, path) => post(`${path}@${encodeURIComponent(field(form, "version"))}/unyank`),
  ],
  [
    "transfer",
    (form, path) =>
      post(`${path}/transfer`, {
        to: field(form, "to").replace(/^@/, ""),
        makesPublic: field(form, "makesPublic") !== "",
      }),
  ],
  ["cancel-transfer", (_form, path) => [`DELETE ${path}/transfer`]],
  ["unyank", (_form, path) => post(`${path}/unyank`)],
]);

/** The interface call that a posted form asks for, or undefined when there is no such form. */
export function extensionAction(form: Form): ApiCall | undefined {
  const path = `/api/v1/extensions/${encodeURIComponent(field(form, "name"))}`;
  return ACTIONS.get(field(form, "action"))?.(form, path);
}
