import { askedPermissions, contentGlance } from "@svc/core/descriptor";
import { parseExtensionReference } from "@svc/core/name";
import { describePermissions, placeholderSources } from "@svc/core/permission";
import { uncheckedText } from "@svc/core/rubric";
import { wideReason } from "@svc/core/wide";
import type { ExtensionInfo, LatestResponse, VersionEntry } from "@svc/core/wire";
import { connect } from "../../client/connect.ts";
import { deprecationText } from "../../extension/deprecation.ts";
import { findLatest, getExtension, getVersions } from "../../extension/find.ts";
import { extensionPage } from "../../extension/path.ts";
import { versionTable } from "../../extension/version_table.ts";
import { columns } from "../../frame/columns.ts";
import { arg, defineCommand } from "../../frame/command.ts";
import { markForeign } from "../../frame/foreign.ts";
import { CHANNEL } from "../../frame/options.ts";
import { usage } from "../../frame/parse.ts";
import type { TableView } from "../../frame/table.ts";

interface Result extends ExtensionInfo {
  url: string;
  contentMetadata: LatestResponse["latestVersionDetail"] | null;
  /** The newest few, in every channel. */
  versions: VersionEntry[];
}

/** Versions that are shown. */
const SHOWN = 5;

export default defineCommand({
  description: "Shows its versions, score and state, and what the newest version holds: behavior " +
    "types with their methods,\nreports, workflows, drivers, skills, and the permissions it will ask for.",
  examples: {
    "svc extension info @svc/repo-insight": "versions, score, types and permissions",
    "svc extension info @acme/tool --channel beta --json": "the newest beta, as data",
  },
  arguments: [arg("name", "the extension, as @collective/name", { completes: "extension" })],
  options: { channel: CHANNEL },
  credential: "optional",
  async run(context): Promise<Result> {
    const { name: { full: name }, version } = parseExtensionReference(context.arguments.name);
    const { caller } = await connect(context);
    // What a version holds is passed on as its publisher described it.
    markForeign(context);
    if (version !== undefined) {
      throw usage("'svc extension info' shows the newest version only", [
        `For this version see ${extensionPage(caller.serverUrl, name)}/${version}`,
      ]);
    }
    return await context.progress.phase("Reading", async () => {
      const [info, latest, { versions }] = await Promise.all([
        getExtension(caller, name),
        findLatest(caller, name, context.options.channel),
        getVersions(caller, name, { channel: [], page: 1, perPage: SHOWN }),
      ]);
      return {
        ...info,
        url: extensionPage(caller.serverUrl, name),
        contentMetadata: latest === undefined ? null : withGrafts(name, latest.latestVersionDetail),
        versions,
      };
    });
  },
  text(info, { paint, width }) {
    const detail = info.contentMetadata;
    const facts: [string, string | null | undefined | false][] = [
      ["Version:", info.latestVersion ?? "none in stable"],
      ["Channels:", channels(info)],
      ["Score:", score(info)],
      ["Badge:", info.verified && "verified"],
      ["Publisher:", info.author?.username],
      ["License:", info.license],
      ["Repository:", repository(info)],
      ["Homepage:", info.homepageUrl],
      ["Platforms:", info.platforms.join(", ") || "all"],
      ["Labels:", info.labels.join(", ")],
      ["Contents:", contentGlance(info.contents)],
      ["Depends on:", info.dependencies.join(", ")],
      ["Pulls:", String(info.pullCount)],
      ["Visible to:", info.isPrivate && "members only"],
      ["Page:", info.url],
    ];
    return [
      `${paint.bold(info.name)}${info.description ? `  ${info.description}` : ""}`,
      ...states(info).map((line) => paint.yellow(line)),
      ...columns(facts.filter(([, fact]) => fact).map(([label, fact]) => [label, String(fact)])),
      ...versionsSection(info, { paint, width }),
      ...(detail ? contents(detail, paint) : []),
      "",
      ...pullLine(info),
    ].join("\n");
  },
});

function versionsSection({ name, versions }: Result, view: TableView): string[] {
  if (versions.length === 0) return [];
  return [
    "",
    versionTable(versions, view),
    ...(versions.length < SHOWN ? [] : [`All of them: svc extension versions ${name}`]),
  ];
}

/** The command that pulls something; none where nothing is left to pull. */
function pullLine({ name, latestVersion, latestRc, latestBeta }: Result): string[] {
  if (latestVersion) return [`Fetch it with: svc extension pull ${name}`];
  const channel = latestRc ? "rc" : latestBeta ? "beta" : undefined;
  return channel ? [`Fetch it with: svc extension pull ${name} --channel ${channel}`] : [];
}

function score({ score }: ExtensionInfo): string | null {
  if (!score) return null;
  const facts = [`${score.percentage}% ${score.grade}`, uncheckedText(score)];
  return facts.filter((fact) => fact !== undefined).join(" · ");
}

function channels(info: ExtensionInfo): string {
  return [
    info.latestRc && `rc ${info.latestRc}`,
    info.latestBeta && `beta ${info.latestBeta}`,
  ].filter((text) => text).join(", ");
}

function repository(info: ExtensionInfo): string | null {
  return info.repository &&
    `${info.repository}${info.repositoryVerified ? " (verified)" : " (not verified)"}`;
}

function states(info: ExtensionInfo): string[] {
  return [
    ...(info.yankedAt
      ? [`Yanked on ${info.yankedAt.slice(0, 10)}: ${info.yankReason ?? "no reason given"}`]
      : []),
    ...(info.deprecatedAt
      ? [
        `Deprecated: ${deprecationText(info.deprecationReason, info.supersededBy)}`,
      ]
      : []),
  ];
}

/** An older registry does not name grafts among the permissions. */
function withGrafts(
  name: string,
  detail: LatestResponse["latestVersionDetail"],
): LatestResponse["latestVersionDetail"] {
  const permissions = askedPermissions(name, detail.permissions ?? {}, detail.extensions);
  return { ...detail, permissions };
}

function contents(
  detail: LatestResponse["latestVersionDetail"],
  paint: Bold,
): string[] {
  const permissions = describePermissions(
    detail.permissions,
    placeholderSources(detail),
    {},
    wideReason,
  );
  const bySourceText = detail.described === "source-text";
  return [
    ...(bySourceText
      ? ["", "Read from the source text without running it. After a pull the types are exact."]
      : []),
    ...(detail.models ?? []).flatMap((model) => [
      "",
      `${paint.bold(model.type)}  ${model.version}`,
      ...columns(model.methods.map((method) => [`  ${method.name}`, method.description])),
    ]),
    ...(detail.extensions ?? []).flatMap((graft) => [
      "",
      `Adds to ${paint.bold(graft.type)}`,
      ...columns(graft.methods.map((method) => [`  ${method.name}`, method.description])),
    ]),
    ...section(paint, "Reports", detail.reports, ({ name, description }) => [name, description]),
    ...carried(detail, paint),
    ...section(paint, "Not described", detail.unread, ({ file, problem }) => [file, problem]),
    "",
    permissions.length > 0
      ? [paint.bold("Requested permissions"), ...permissions.map((line) => `  ${line}`)].join(
        "\n",
      )
      : bySourceText
      ? "It declares no permissions and gets only those you grant."
      : "It requests no permissions.",
  ];
}

/** What svc stores and does not run, and the skills, which it puts where agents find them. */
function carried(detail: LatestResponse["latestVersionDetail"], paint: Bold): string[] {
  return [
    ...section(
      paint,
      "Workflows (stored; svc does not run workflows)",
      detail.workflows,
      ({ name, description }) => [name, description],
    ),
    ...section(
      paint,
      "Drivers (stored; svc does not run drivers)",
      detail.drivers,
      ({ type, description }) => [type, description],
    ),
    ...section(
      paint,
      "Skills for coding agents",
      detail.skills,
      ({ name, description }) => [name, description],
    ),
  ];
}

interface Bold {
  bold(text: string): string;
}

/** A heading with a row for each item; nothing without items. An older registry sends no list. */
function section<Item>(
  paint: Bold,
  title: string,
  items: readonly Item[] | undefined,
  row: (item: Item) => [name: string, about: string],
): string[] {
  if (!items?.length) return [];
  const rows = items.map(row).map(([name, about]) => [`  ${name}`, about]);
  return ["", paint.bold(title), ...columns(rows)];
}
