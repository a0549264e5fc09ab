import { SvcError } from "@svc/core/error";
import type { Invitation, Member, TokenRecord } from "@svc/core/wire";
import type { ListedBilling } from "../billing/billing_section.tsx";
import { callApi, refusalText } from "../../access/page/call_api.ts";
import { collectiveAction, type SettingsPart } from "./action.ts";
import { fail } from "../../access/page/fail.ts";
import { field, readForm } from "../../access/page/read_form.ts";
import type { Rendered } from "../../access/page/html_response.ts";
import { redirect } from "../../platform/web/page/redirect.ts";
import { signedIn } from "../../access/page/signed_in.ts";
import type { SignedInVisit, Visit } from "../../access/page/visit.ts";
import { type CollectiveSettings, CollectiveSettingsPage } from "./page.tsx";

interface SettingsState {
  status?: number;
  newToken?: string | undefined;
  refused?: { part: SettingsPart; text: string };
}

/** GET /collectives/{slug}/settings */
export async function showSettings(visit: Visit): Promise<Rendered> {
  return await settingsPage(signedIn(visit), {});
}

/** POST /collectives/{slug}/settings/{action} */
export async function changeSettings(visit: Visit): Promise<Rendered | Response> {
  const known = signedIn(visit);
  const form = await readForm(visit);
  const slug = slugOf(visit);
  const name = visit.context.req.param("action") ?? "";
  const action = collectiveAction(name, form, slug);
  if (action === undefined) {
    throw new SvcError("not_found", "There is no such form", { hint: "Open the settings page." });
  }
  if (name === "delete" && field(form, "confirm") !== slug) {
    const text = `Nothing was deleted: type ${slug} to confirm.`;
    return await settingsPage(known, { status: 400, refused: { part: action.part, text } });
  }
  const answer = await callApi<{ key?: string }>(visit, action.call);
  if (!answer.ok) {
    const refused = { part: action.part, text: refusalText(answer.error) };
    return await settingsPage(known, { status: answer.status, refused });
  }
  if (name === "delete") return redirect("/account");
  if (answer.body.key !== undefined) {
    return await settingsPage(known, { newToken: answer.body.key });
  }
  return redirect(`/collectives/${slug}/settings#${action.part}`);
}

async function settingsPage(visit: SignedInVisit, state: SettingsState): Promise<Rendered> {
  const slug = slugOf(visit);
  const read = async <Result,>(below: string): Promise<Result> => {
    const answer = await callApi<Result>(visit, {
      method: "GET",
      path: `/api/v1/collectives/${encodeURIComponent(slug)}${below}`,
    });
    if (!answer.ok) throw fail(answer.error);
    return answer.body;
  };
  // The token list is first: it answers only admins and owners, and decides for the whole page.
  const { tokens } = await read<{ tokens: TokenRecord[] }>("/api-tokens");
  const [collective, { members }, { invitations }, { billing }] = await Promise.all([
    read<CollectiveSettings>(""),
    read<{ members: Member[] }>("/members?limit=200"),
    read<{ invitations: Invitation[] }>("/invitations"),
    read<{ billing: ListedBilling }>("/billing"),
  ]);
  return {
    status: state.status ?? 200,
    secret: state.newToken !== undefined,
    page: (
      <CollectiveSettingsPage
        {...visit.frame}
        here={`/collectives/${slug}/settings`}
        collective={collective}
        members={members}
        invitations={invitations}
        tokens={tokens}
        billing={billing}
        newToken={state.newToken}
        refused={state.refused}
        now={visit.now}
      />
    ),
  };
}

function slugOf(visit: Visit): string {
  return visit.context.req.param("slug") ?? "";
}
