import { contentGlance } from "@svc/core/descriptor";
import { permissionGlance } from "@svc/core/permission";
import { uncheckedText } from "@svc/core/rubric";
import { visibleLine } from "@svc/core/text";
import type { SearchEntry, SearchFacets } from "@svc/core/wire";
import { callJson } from "../../client/call.ts";
import { connect } from "../../client/connect.ts";
import { arg, defineCommand, flag, list, number, text } from "../../frame/command.ts";
import { usage } from "../../frame/parse.ts";

export default defineCommand({
  examples: {
    "svc extension search pull requests": "by words, best match first",
    "svc extension search --collective acme --sort new": "the newest of one",
    "svc extension search git --facets": "with counts by label, content and platform",
    "svc extension search alerts --content-type models --per-page 50 --json": "100 results as JSON",
  },
  arguments: [arg("query", "search words", { optional: true, phrase: true })],
  options: {
    collective: text("<slug>", "Only extensions of this collective"),
    platform: list("<name>", "Only for this platform"),
    label: list("<name>", "Only with this label"),
    "content-type": list("<kind>", "Only with this content", {
      choices: ["models", "workflows", "vaults", "datastores", "drivers", "reports"],
    }),
    sort: text("<order>", "Sort order", {
      defaultText: "best match, without words most pulled",
      choices: ["relevance", "score", "pulls", "updated", "new", "name"],
    }),
    channel: list("<channel>", "Include extensions published only in this channel", {
      choices: ["beta", "rc", "stable"],
    }),
    facets: flag("Also count results by label, content, collective and platform"),
    page: number("<n>", "Page number, from 1", { default: 1 }),
    "per-page": number("<n>", "Results per page", { default: 20 }),
  },
  lists: ".extensions[]",
  credential: "optional",
  async run(context) {
    const { options } = context;
    const query = context.arguments.query ?? "";
    if (options.sort === "relevance" && query === "") {
      throw usage("--sort relevance needs search words");
    }
    const parameters = new URLSearchParams();
    if (query !== "") parameters.set("q", query);
    if (options.collective) parameters.set("collective", options.collective.replace(/^@/, ""));
    if (options.sort) parameters.set("sort", options.sort);
    for (const value of options.platform) parameters.append("platform", value);
    for (const value of options.label) parameters.append("label", value);
    for (const value of options["content-type"]) parameters.append("contentType", value);
    for (const value of options.channel) parameters.append("channel", value);
    if (options.facets) parameters.set("facets", "true");
    parameters.set("perPage", String(options["per-page"]));
    parameters.set("page", String(options.page));
    const { caller } = await connect(context);
    const { extensions, meta, correctedQuery, facets } = await context.progress.phase(
      "Searching",
      () =>
        callJson(
          caller,
          { path: `/api/v1/extensions/search?${parameters}` },
          (wire) => wire.SearchResponse,
        ),
    );
    return {
      query,
      ...(correctedQuery === undefined ? {} : { correctedQuery }),
      extensions,
      total: meta.total,
      meta,
      ...(facets ? { facets } : {}),
    };
  },
  text({ query, correctedQuery, extensions, meta, facets }, { paint }) {
    if (extensions.length === 0) return nothing(query);
    const pages = Math.ceil(meta.total / meta.perPage);
    return [
      ...(correctedQuery === undefined ? [] : [
        `Nothing matches '${query}' as typed. Showing results for '${
          visibleLine(correctedQuery)
        }':`,
      ]),
      ...extensions.map((entry) => hit(entry, paint)),
      paint.dim(
        `${meta.total} ${meta.total === 1 ? "extension" : "extensions"}` +
          (pages > 1 ? `, page ${meta.page} of ${pages}` : ""),
      ),
      ...(facets ? facetLines(facets) : []),
    ].join("\n");
  },
});

const FACETS = [
  ["Labels", "label", "--label"],
  ["Contents", "contentType", "--content-type"],
  ["Collectives", "collective", "--collective"],
  ["Platforms", "platform", "--platform"],
] as const;

/** One line a facet: the values with their counts, and the option that narrows by one. */
function facetLines(facets: SearchFacets): string[] {
  const more = facets.exact ? "" : "+";
  return FACETS.flatMap(([title, facet, option]) => {
    const values = facets[facet].map(({ value, count }) => `${visibleLine(value)} ${count}${more}`);
    return values.length === 0 ? [] : [`${title} (${option}): ${values.join(", ")}`];
  });
}

function nothing(query: string): string {
  if (query === "") return "No results. Try fewer filters.";
  return /\s/.test(query.trim())
    ? `Nothing matches '${query}'. Try fewer words.`
    : `Nothing matches '${query}'. Try a shorter or another word.`;
}

function hit(
  entry: SearchEntry,
  paint: { bold(text: string): string; dim(text: string): string },
): string {
  const version = entry.latestVersion ??
    (entry.latestRc ? `${entry.latestRc} (rc)` : entry.latestBeta && `${entry.latestBeta} (beta)`);
  const facts = [
    version,
    entry.score && `score ${entry.score.percentage}% ${entry.score.grade}`,
    entry.score && uncheckedText(entry.score),
    entry.verified && "verified",
    entry.deprecatedAt && "deprecated",
    entry.isPrivate && "private",
    contentGlance(entry.contents),
    entry.pullCount !== undefined &&
    `${entry.pullCount} ${entry.pullCount === 1 ? "pull" : "pulls"}`,
  ].filter((fact) => fact);
  return [
    `${paint.bold(entry.name)}  ${paint.dim(facts.join(" · "))}`,
    ...(entry.description ? [`  ${entry.description.split("\n")[0]}`] : []),
    ...(entry.permissions === undefined
      ? []
      : [paint.dim(`  ${permissionGlance(entry.permissions).join(" · ")}`)]),
  ].join("\n");
}
