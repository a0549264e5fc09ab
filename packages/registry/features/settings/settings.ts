import type { ErrorBody } from "@svc/core/error";
import type { Collective } from "@svc/core/wire";
import type { Services } from "../../access/services.ts";
import { field, type Form, refusalText } from "../../access/page/form.ts";
import type { TrustedIssuer } from "../publishers/issuers.ts";
import type { ActionRow } from "./action.ts";

/** What a settings page is made of. */
export interface Settings {
  collective: Collective;
  /** Address of the settings, below which the pages and forms lie. */
  base: string;
  /** The viewer's username. */
  viewer: string;
  /** What the address asks for: a form filled in, a member, a page of a list. */
  query: URLSearchParams;
  /** Reads the interface below the collective's path, as the viewer. */
  read<Result>(below: string): Promise<Result>;
  /** The form that was posted and refused. */
  refused?: RefusedForm | undefined;
  /** The raw value of a token made by this exact request. */
  newToken?: string | undefined;
  /** Extensions whose publishers were added by the member whom this exact request removed. */
  publishersAdded?: readonly string[] | undefined;
  /** Whose identity tokens are trusted here. */
  issuers: readonly TrustedIssuer[];
  /** The link of an invitation made by this exact request. */
  newLink?: string | undefined;
  /** True when the registry sends mail. */
  mail: boolean;
  /** Of whom the operator requires a second factor. */
  secondFactor: Services["config"]["secondFactor"];
  /** True where the operator offers plans. */
  plans: boolean;
  now: Date;
}

/** A form that was refused: what was typed, and what is wrong with it. */
export interface RefusedForm {
  form: Form;
  status: number;
  /** By field of the form. */
  errors: Readonly<Record<string, string>>;
  /** What concerns no single field. */
  text: string | undefined;
}

/** Sorts what the interface refused by the fields of the form that asked for it. */
export function refusedForm(
  action: ActionRow,
  form: Form,
  status: number,
  error: ErrorBody,
): RefusedForm {
  const errors: Record<string, string> = {};
  const fields = action.fields?.(form) ?? {};
  const about = action.about?.(form);
  for (const { path, message } of error.details ?? []) {
    const name = fields[path.split(".")[0]!];
    if (name !== undefined) errors[name] ??= message;
  }
  if (Object.keys(errors).length > 0) return { form, status, errors, text: undefined };
  const text = refusalText(error);
  return about === undefined || status >= 403 && status !== 404 && status !== 409
    ? { form, status, errors, text }
    : { form, status, errors: { [about]: text }, text: undefined };
}

/** What a field shows: what was typed when it was refused, else what the address or the store has. */
export function valueOf({ refused, query }: Settings, name: string, stored = ""): string {
  return refused === undefined
    ? query.get(name)?.slice(0, 300) ?? stored
    : field(refused.form, name);
}
