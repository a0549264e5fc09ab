import { parseExtensionName } from "@svc/core/name";
import { callJson } from "../../client/call.ts";
import { connectWithKey } from "../../client/connect.ts";
import { collectivePath, parseSlug } from "../../collective/path.ts";
import { arg, defineCommand } from "../../frame/command.ts";
import { publisherTable } from "../../publishing/publisher_table.ts";

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
  text: ({ collective, publishing, extensions, publishers }, { paint, width }) =>
    [
      publishers.length === 0
        ? "No jobs in CI are trusted. 'svc publisher add' adds some."
        : publisherTable(publishers, { paint, width }),
      ...Object.entries({ [collective]: publishing, ...extensions })
        .filter(([, setting]) => setting !== "any")
        .map(([of, setting]) => `Who may publish in ${of}: ${setting}`),
    ].join("\n"),
});
