import { SvcError } from "@svc/core/error";
import type { Collective } from "@svc/core/wire";

/** The pages of a collective's settings, in the order of their navigation. */
export const SETTINGS_PAGES = {
  general: { title: "General", shared: true },
  members: { title: "Members", shared: true },
  invitations: { title: "Invitations", shared: true },
  tokens: { title: "Tokens" },
  publishers: { title: "Publishers" },
  "signing-keys": { title: "Signing keys" },
  approval: { title: "Approval" },
  integrations: { title: "Integrations" },
  billing: { title: "Billing", plans: true },
  audit: { title: "Audit log" },
  danger: { title: "Danger zone", shared: true },
} as const satisfies Record<string, PageRow>;

interface PageRow {
  title: string;
  /** There is nothing to set for a personal collective, which is one user's. */
  shared?: true;
  /** Only where the operator offers plans. */
  plans?: true;
}

/** The name of a settings page, as its address has it. */
export type SettingsPageName = keyof typeof SETTINGS_PAGES;

/** The pages there are for a collective; the first is where its settings begin. */
export function pagesOf({ personal }: Collective, plans: boolean): SettingsPageName[] {
  return (Object.entries(SETTINGS_PAGES) as [SettingsPageName, PageRow][])
    .filter(([, row]) => !(row.shared && personal) && !(row.plans && !plans))
    .map(([name]) => name);
}

/** @throws SvcError `not_found` for a name that is not a settings page. */
export function noSuchSettings(): SvcError {
  return new SvcError("not_found", "There is no such settings page", {
    hint: "Open the settings from the collective's page.",
  });
}
