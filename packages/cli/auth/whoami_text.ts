import type { CollectiveEntitlement, Whoami, WhoamiPerson } from "@svc/core/wire";
import { columns } from "../frame/columns.ts";

/** The answer of `whoami` as people read it (spec §2.5). */
export function whoamiText(serverUrl: string, whoami: Whoami): string {
  const slugs = (whoami.organizations ?? []).map(({ slug }) => slug);
  if ("collectiveToken" in whoami) {
    return [
      `Collective token: ${whoami.collectiveSlug} on ${serverUrl}`,
      ...(whoami.scopes?.length ? [`Scopes: ${whoami.scopes.join(", ")}`] : []),
      `Collectives: ${slugs.length > 0 ? slugs.join(", ") : whoami.collectiveSlug}`,
    ].join("\n");
  }
  return [
    `${whoami.username} (${whoami.email}) on ${serverUrl}`,
    ...collectiveLines(whoami, slugs),
  ].join("\n");
}

/** The answer of `whoami` as data (spec §2.5): a token's form has no id, username, email or name. */
export function whoamiJson(serverUrl: string, whoami: Whoami): Record<string, unknown> {
  const collectives = (whoami.organizations ?? []).map(({ slug }) => slug);
  if ("collectiveToken" in whoami) {
    return {
      authenticated: true,
      serverUrl,
      collectiveToken: true,
      collectiveSlug: whoami.collectiveSlug,
      scopes: whoami.scopes ?? [],
      collectives: collectives.length > 0 ? collectives : [whoami.collectiveSlug],
    };
  }
  const { id, username, email, name, plan, collectiveEntitlements } = whoami;
  return {
    authenticated: true,
    serverUrl,
    id,
    username,
    email,
    name,
    collectives,
    ...(plan === undefined ? {} : { plan }),
    ...(collectiveEntitlements?.length ? { collectiveEntitlements } : {}),
  };
}

/** A server without entitlements, older or self-hosted, gets the one-line form (spec §9.5). */
function collectiveLines(whoami: WhoamiPerson, slugs: readonly string[]): string[] {
  const entitlements = whoami.collectiveEntitlements ?? [];
  if (entitlements.length === 0) {
    return slugs.length > 0 ? [`Collectives: ${slugs.join(", ")}`] : [];
  }
  const strongest = entitlements.find(({ plan }) => plan === whoami.plan);
  const rows = slugs.map((slug) => {
    const entitlement = entitlements.find((one) => one.slug === slug);
    return entitlement
      ? [`  ${slug}`, entitlement.planName ?? entitlement.plan ?? "", note(entitlement)]
      : [`  ${slug}`];
  });
  return [
    ...(whoami.plan ? [`Plan: ${strongest?.planName ?? whoami.plan}`] : []),
    "Collectives:",
    ...columns(rows),
  ];
}

/** Billing for a collective that pays, the trial for one that does not; the day counts are the server's. */
function note({ plan, subscriptionStatus, trial }: CollectiveEntitlement): string {
  if (plan !== undefined && plan !== "free") return subscriptionStatus ?? "";
  if (trial?.state === "expired") return "trial expired";
  if (trial?.state !== "active") return "";
  const days = `${trial.daysRemaining} ${trial.daysRemaining === 1 ? "day" : "days"}`;
  return `trial: ${days} left${trial.endsAt ? ` (ends ${trial.endsAt.slice(0, 10)})` : ""}`;
}
