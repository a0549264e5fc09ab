import { SvcError } from "@svc/core/error";
import { findVisible, type VisibleExtension } from "../../../../access/extension/visible.ts";
import { callApi, fail, field, readForm, refusalText } from "../../../../access/page/form.ts";
import { signedIn } from "../../../../access/page/signed_in.ts";
import type { Rendered, SignedInVisit, Visit } from "../../../../access/page/visit.ts";
import { redirect } from "@svc/http/edge";
import { versionsOf } from "../../read/list_versions.ts";
import { listOffers } from "../../transfer/open_offers.ts";
import { extensionHref } from "../address/links.ts";
import { type ExtensionView, viewOf } from "../frame/view.ts";
import { extensionAction } from "./action.ts";
import type { VersionEntry } from "@svc/core/wire";
import { roleAtLeast } from "@svc/core/role";
import { ExtensionShell } from "../frame/shell.tsx";
import type { Transfer } from "../../transfer/schema.ts";
import { ManageExtension } from "./forms.tsx";

/** Versions that the forms offer. */
const OFFERED_VERSIONS = 20;

/** GET …/settings: for members of the extension's collective only. */
export async function showSettings(
  visit: Visit,
  visible: VisibleExtension,
  refused?: string,
): Promise<Rendered> {
  signedIn(visit);
  if (visible.role === undefined) {
    throw new SvcError(
      "forbidden",
      `Only members of @${visible.collective.slug} can see this page`,
      {
        hint: `Ask an admin of @${visible.collective.slug} to invite you.`,
      },
    );
  }
  const { extension, collective } = visible;
  const [{ view }, { versions }, offers] = await Promise.all([
    viewOf(visit, visible),
    versionsOf(visit.services, visible.extension.id, { page: 1, perPage: OFFERED_VERSIONS }),
    listOffers(visit.services.db, collective.id, visit.now),
  ]);
  const offer = offers.find((one) => one.extension === extension.name);
  return { page: <SettingsPage view={view} versions={versions} offer={offer} refused={refused} /> };
}

/** POST /extensions: what an extension's people do with it; `name` and `action` are fields. */
export async function changeExtension(visit: SignedInVisit): Promise<Rendered | Response> {
  const form = await readForm(visit);
  const call = extensionAction(form);
  if (call === undefined) {
    throw new SvcError("not_found", "Unknown form", {
      hint: "Open the extension's page.",
    });
  }
  const name = field(form, "name");
  const answer = await callApi(visit, ...call);
  if (answer.ok) return redirect(extensionHref(name));
  const refusal = refusalText(answer.error);
  const visible = await findVisible(visit.services.db, visit.principal, name);
  if (visible.role === undefined) throw fail(answer.error);
  return { ...await showSettings(visit, visible, refusal), status: answer.status };
}

/** What an extension's people can do with it. */
function SettingsPage({ view, versions, offer, refused }: {
  view: ExtensionView;
  /** The newest versions. */
  versions: VersionEntry[];
  /** To whom it is offered. */
  offer: Transfer | undefined;
  /** Why the last form was refused. */
  refused: string | undefined;
}) {
  return (
    <ExtensionShell view={view} tab="settings" title="Settings">
      <ManageExtension
        info={view.info}
        versions={versions}
        admin={view.role !== undefined && roleAtLeast(view.role, "admin")}
        owner={view.role === "owner"}
        offer={offer}
        refused={refused}
      />
    </ExtensionShell>
  );
}
