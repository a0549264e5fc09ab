import { PUBLISHER_PROVIDERS, type PublisherProvider } from "@svc/core/wire";
import { type Provider, PROVIDERS } from "../providers/mod.ts";

/** What a form or an address has, read by its names. */
interface Fields {
  get(name: string): string | null;
}

/** The provider that a form or an address names; the first unless it names one. */
export function providerIn(fields: Fields): PublisherProvider {
  return PUBLISHER_PROVIDERS.find((each) => each === fields.get("provider")) ?? "github";
}

/** What an id of a place is called in the form, beside its name: `organizationId`. */
export function idField(name: string): string {
  return `${name}Id`;
}

/** The body of a new publisher from its form; what was left empty is left out. */
export function publisherBody(form: Fields): Record<string, unknown> {
  const text = (name: string) => form.get(name)?.trim() ?? "";
  const provider = providerIn(form);
  const { names, ids, idsGiven } = PROVIDERS[provider];
  const given: Record<string, string> = {
    issuer: text("issuer"),
    workflow: text("workflow"),
    reusable: text("reusable"),
    environment: text("environment"),
    refRule: text("ref"),
    runnerRule: text("runner"),
  };
  const events = words(text("events"));
  const actions = words(text("may"));
  return {
    extension: text("extension"),
    provider,
    names: names === "claims"
      ? claimsIn(form.get("claims") ?? "")
      : Object.fromEntries(names.map(({ name }) => [name, text(name)])),
    ...(names === "claims"
      ? { ids: claimsIn(form.get("id") ?? "") }
      : idsGiven
      ? { ids: Object.fromEntries(ids.map(({ name }) => [name, text(idField(name))])) }
      : {}),
    ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== "")),
    ...(events.length > 0 ? { events } : {}),
    ...(actions.length > 0 ? { actions } : {}),
  };
}

/** The field of the form for each field of the interface, for what is refused. */
export function publisherFields(form: Fields): Record<string, string> {
  const { names, ids }: Provider = PROVIDERS[providerIn(form)];
  return {
    extension: "extension",
    provider: "extension",
    issuer: "issuer",
    names: names === "claims" ? "claims" : names[0]!.name,
    ids: names === "claims" ? "id" : idField(ids[0]!.name),
    workflow: "workflow",
    reusable: "reusable",
    environment: "environment",
    refRule: "ref",
    events: "events",
    runnerRule: "runner",
    actions: "may",
  };
}

/** Lines `claim=value`; a value may have more of these signs. */
function claimsIn(text: string): Record<string, string> {
  return Object.fromEntries(
    text.split("\n").map((line) => line.trim()).filter((line) => line !== "").map((line) => {
      const at = line.indexOf("=");
      return at < 0 ? [line, ""] : [line.slice(0, at).trim(), line.slice(at + 1).trim()];
    }),
  );
}

function words(text: string): string[] {
  return text.split(/[\s,]+/).filter((word) => word !== "");
}
