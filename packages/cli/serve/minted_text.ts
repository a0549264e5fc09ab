import type { TokenView } from "@svc/serve/tokens";
import type { Context } from "../frame/command.ts";

/** A token with its secret, as JSON shows it. */
export interface MintedView extends TokenView {
  /** `<name>.<secret>`; shown only once. */
  token: string;
}

/** Says beside the token itself, which alone goes to stdout, what it may do and how long it lives. */
export function noteMinted(context: Pick<Context, "note">, view: MintedView): void {
  const { name, allow, read, expiresAt, graceEndsAt } = view;
  const may = [
    ...(allow.length === 0 ? [] : [`run ${allow.join(", ")}`]),
    ...(read.length === 0 ? [] : [`see ${read.join(", ")}`]),
  ];
  context.note(`Token '${name}' may ${may.join(" and ") || "do nothing"}.`);
  context.note(
    expiresAt === null
      ? "It never expires; use --expires 90d for one that does."
      : `It expires at ${expiresAt}.`,
  );
  if (graceEndsAt !== null) context.note(`Its old secret is valid until ${graceEndsAt}.`);
  context.note("It is shown only once and cannot be retrieved later.");
}
