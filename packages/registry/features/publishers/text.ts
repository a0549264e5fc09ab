import type { PublisherProvider } from "@svc/core/wire";
import { PROVIDERS } from "./providers/mod.ts";

/** Names or ids as people read them: `acme/greeter`, or claims with their values. */
export function fieldsText(
  provider: PublisherProvider,
  fields: Readonly<Record<string, string>>,
): string {
  return PROVIDERS[provider].names === "claims"
    ? Object.entries(fields).map(([claim, value]) => `${claim}=${value}`).join(", ")
    : Object.values(fields).join("/");
}

/** A place with its provider, for mails: `acme/greeter (GitHub Actions)`. */
export function placeText(
  { provider, names }: { provider: PublisherProvider; names: string },
): string {
  return `${fieldsText(provider, JSON.parse(names))} (${PROVIDERS[provider].title})`;
}
