import { parseExtensionName } from "@svc/core/name";
import { callJson } from "../../client/call.ts";
import { connectWithKey } from "../../client/connect.ts";
import { collectivePath, parseSlug } from "../../collective/path.ts";
import { arg, defineCommand } from "../../frame/command.ts";
import type { Publisher } from "@svc/core/wire";
import { listing } from "../../frame/table.ts";

export default defineCommand({
  description: "For members of the collective, and for tokens with the collective:read scope.",
  examples: {
    "svc publisher list acme": "of all extensions of a collective",
    "svc publisher list @acme/tool": "of one extension",
    "svc publisher list acme --jq '.publishers[] | select(.lastUsedAt == null)'":
      "those that were never used",
  },
  arguments: [arg("of", "a collective, or an extension as @collective/name")],
  lists: ".publishers[]",
  credential: "personal key or token",
  async run(context) {
    const { of } = context.arguments;
    const name = of.includes("/") ? parseExtensionName(of) : undefined;
    const collective = name?.collective ?? parseSlug(of);
    const { caller } = await connectWithKey(context);
    const { publishers, publishing, extensions } = await callJson(
      caller,
      { path: collectivePath(collective, "/publishers") },
      (wire) => wire.PublisherList,
    );
    const isMeant = (extension: string) => name === undefined || extension === name.full;
    return {
      collective,
      publishing,
      // With a setting of their own; the stricter of the two holds.
      extensions: Object.fromEntries(Object.entries(extensions).filter(([one]) => isMeant(one))),
      publishers: publishers.filter(({ extension }) => isMeant(extension)),
    };
  },
  text: ({ collective, publishing, extensions, publishers }, view) =>
    [
      publishers.length === 0
        ? "No jobs in CI are trusted. 'svc publisher add' adds some."
        : listing(view, publishers, {
          EXTENSION: (publisher) => publisher.extension,
          PROVIDER: (publisher) => publisher.provider,
          PLACE: (publisher) => Object.values(publisher.names).join("/"),
          WORKFLOW: (publisher) => publisher.workflow ?? "any",
          ENVIRONMENT: (publisher) => publisher.environment ?? "any",
          REF: (publisher) => publisher.refRule,
          MAY: (publisher) => publisher.actions.join(", "),
          IDS: (publisher) =>
            publisher.ids === null ? "not learned" : Object.values(publisher.ids).join("/"),
          "LAST USED": (publisher) =>
            publisher.lastUsedAt === null ? "never" : day(publisher.lastUsedAt),
          STATE: (publisher) => state(publisher),
        }, { isDim: (one) => one.disabledAt !== null }),
      ...Object.entries({ [collective]: publishing, ...extensions })
        .filter(([, setting]) => setting !== "any")
        .map(([of, setting]) => `Who may publish in ${of}: ${setting}`),
    ].join("\n"),
});

function state({ disabledAt, disabledReason, renamed, expiresAt }: Publisher): string {
  if (disabledAt !== null) return `disabled${disabledReason === null ? "" : `: ${disabledReason}`}`;
  if (renamed !== null) {
    return `waits for an admin to accept ${Object.values(renamed).join("/")}`;
  }
  return expiresAt === null ? "active" : `ends ${day(expiresAt)} unless used`;
}

const day = (instant: string) => instant.slice(0, 10);
