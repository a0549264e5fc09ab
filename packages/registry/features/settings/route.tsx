import type { Child } from "hono/jsx";
import { SvcError } from "@svc/core/error";
import { roleAtLeast } from "@svc/core/role";
import type {
  ApprovalSetting,
  Collective,
  PublisherList,
  SigningKeysResponse,
  TokenRecord,
} from "@svc/core/wire";
import { BillingSection, type ListedBilling } from "../billing/billing_section.tsx";
import { trustedIssuers } from "../publishers/issuers.ts";
import { PublisherSection } from "../publishers/page/section.tsx";
import { SigningKeySection } from "../signing_keys/section.tsx";
import { ApprovalSection } from "../staging/page/approval_section.tsx";
import { TokenSection } from "../tokens/page/token_section.tsx";
import { askApi, callApi, field, readForm } from "../../access/page/form.ts";
import { redirect } from "@svc/http/edge";
import { signedIn } from "../../access/page/signed_in.ts";
import type { Rendered, SignedInVisit, Visit } from "../../access/page/visit.ts";
import { actionRow } from "./action.ts";
import { auditPage } from "./audit.tsx";
import { DangerPage } from "./danger.tsx";
import { SettingsFrame } from "./frame.tsx";
import { generalPage } from "./general.tsx";
import { integrationsPage } from "./integrations.tsx";
import { invitationsPage } from "./invitations.tsx";
import { membersPage } from "./members.tsx";
import { noSuchSettings, pagesOf, type SettingsPageName } from "./pages.ts";
import { type RefusedForm, refusedForm, type Settings, valueOf } from "./settings.ts";

/** How each page is made. */
const CONTENTS: Record<SettingsPageName, (settings: Settings) => Child | Promise<Child>> = {
  general: generalPage,
  members: membersPage,
  invitations: invitationsPage,
  tokens: tokensPage,
  publishers: publishersPage,
  "signing-keys": signingKeysPage,
  approval: approvalPage,
  integrations: integrationsPage,
  billing: billingPage,
  audit: auditPage,
  danger: (settings) => <DangerPage settings={settings} />,
};

/** GET /collectives/{slug}/settings: leads to the first page. */
export async function openSettings(visit: SignedInVisit): Promise<Response> {
  const { collective, base, plans } = await settingsOf(visit, {});
  return redirect(`${base}/${pagesOf(collective, plans)[0]}`);
}

/** GET /collectives/{slug}/settings/{page} */
export async function showSettings(visit: Visit): Promise<Rendered | Response> {
  const name = visit.context.req.param("page") ?? "";
  // A form that was refused was answered at its own address: who loads it again means its page.
  const form = actionRow(name);
  if (form !== undefined) return redirect(`${baseOf(visit)}/${form.page}`);
  return await settingsPage(signedIn(visit), name, {});
}

/** POST /collectives/{slug}/settings/{action} */
export async function changeSettings(visit: SignedInVisit): Promise<Rendered | Response> {
  const form = await readForm(visit);
  const slug = slugOf(visit);
  const name = visit.context.req.param("action") ?? "";
  const action = actionRow(name);
  if (action === undefined) {
    throw new SvcError("not_found", "Unknown form", { hint: "Open the settings page." });
  }
  if (name === "delete" && field(form, "confirm") !== slug) {
    const errors = { confirm: `Nothing was deleted: type ${slug} to confirm.` };
    const refused = { form, status: 400, errors, text: undefined };
    return await settingsPage(visit, action.page, { refused });
  }
  const answer = await callApi<Answered>(visit, ...action.call(form, apiPath(visit)));
  if (!answer.ok) {
    const refused = refusedForm(action, form, answer.status, answer.error);
    return await settingsPage(visit, action.page, { refused });
  }
  if (name === "delete") return redirect("/account");
  if (answer.body.key !== undefined) {
    return await settingsPage(visit, action.page, { newToken: answer.body.key });
  }
  const added = answer.body.publishersAdded ?? [];
  if (added.length > 0) {
    const publishersAdded = added.map(({ extension }) => extension);
    return await settingsPage(visit, action.page, { publishersAdded, done: name });
  }
  if (answer.body.link) {
    return await settingsPage(visit, action.page, { newLink: answer.body.link });
  }
  return redirect(`${baseOf(visit)}/${action.page}?done=${name}`);
}

/** What of an answer the page that follows shows. */
interface Answered {
  key?: string;
  link?: string | null;
  publishersAdded?: { extension: string }[];
}

/** What a form left for the page it stands on. */
interface Outcome {
  refused?: RefusedForm;
  newToken?: string;
  publishersAdded?: readonly string[];
  /** The form, where its own answer is the page. */
  done?: string;
  newLink?: string;
}

async function settingsPage(
  visit: SignedInVisit,
  name: string,
  outcome: Outcome,
): Promise<Rendered> {
  const settings = await settingsOf(visit, outcome);
  const page = pagesOf(settings.collective, settings.plans).find((each) => each === name);
  if (page === undefined) throw noSuchSettings();
  const last = actionRow(outcome.done ?? settings.query.get("done") ?? "");
  return {
    status: outcome.refused?.status ?? 200,
    secret: outcome.newToken !== undefined || outcome.newLink !== undefined,
    page: (
      <SettingsFrame
        {...visit.frame}
        page={page}
        settings={settings}
        done={outcome.refused === undefined && last?.page === page ? last.done : undefined}
      >
        {await CONTENTS[page](settings)}
      </SettingsFrame>
    ),
  };
}

/** The collective as the viewer's settings, if they administer it. */
async function settingsOf(visit: SignedInVisit, outcome: Outcome): Promise<Settings> {
  const read = <Result,>(below: string) => askApi<Result>(visit, `GET ${apiPath(visit) + below}`);
  const collective = await read<Collective>("");
  const { role, slug } = collective;
  if (role === null || role === "token" || !roleAtLeast(role, "admin")) {
    throw new SvcError("role_too_low", `The settings of @${slug} need the role admin`, {
      hint: role === null
        ? "You are not a member of this collective."
        : `Your role is ${role}. Ask an owner or admin.`,
    });
  }
  return {
    collective,
    base: baseOf(visit),
    viewer: visit.principal.user.username,
    query: visit.url.searchParams,
    read,
    secondFactor: visit.services.config.secondFactor,
    plans: visit.services.config.plans,
    issuers: trustedIssuers(visit.services.config),
    mail: visit.services.outbox.configured,
    now: visit.now,
    ...outcome,
  };
}

async function tokensPage(settings: Settings) {
  const { tokens } = await settings.read<{ tokens: TokenRecord[] }>("/api-tokens");
  return <TokenSection {...settings} tokens={tokens} errors={settings.refused?.errors} />;
}

async function publishersPage(settings: Settings) {
  const { refused, query, collective } = settings;
  const list = await settings.read<PublisherList>("/publishers");
  return (
    <PublisherSection
      {...settings}
      {...list}
      slug={collective.slug}
      value={(name, otherwise) => valueOf(settings, name, otherwise)}
      errors={refused?.errors}
      open={refused !== undefined || query.has("provider") || query.has("extension")}
    />
  );
}

async function signingKeysPage(settings: Settings) {
  const { signingKeys } = await settings.read<SigningKeysResponse>("/signing-keys");
  return (
    <SigningKeySection
      {...settings}
      signingKeys={signingKeys}
      value={(name) => valueOf(settings, name)}
      open={settings.refused !== undefined || settings.query.has("publicKey")}
      errors={settings.refused?.errors}
    />
  );
}

async function approvalPage(settings: Settings) {
  const setting = await settings.read<ApprovalSetting>("/approval");
  const { base, collective: { slug }, refused } = settings;
  const extension = valueOf(settings, "extension");
  return <ApprovalSection {...{ base, slug, setting, extension }} errors={refused?.errors} />;
}

async function billingPage(settings: Settings) {
  const { billing } = await settings.read<{ billing: ListedBilling }>("/billing");
  return <BillingSection billing={billing} base={settings.base} now={settings.now} />;
}

function slugOf(visit: Visit): string {
  return visit.context.req.param("slug") ?? "";
}

function baseOf(visit: Visit): string {
  return `/collectives/${encodeURIComponent(slugOf(visit))}/settings`;
}

function apiPath(visit: Visit): string {
  return `/api/v1/collectives/${encodeURIComponent(slugOf(visit))}`;
}
