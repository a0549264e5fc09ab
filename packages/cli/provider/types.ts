import { secretProperties } from "@svc/core/sensitive";
import { isRecord } from "@svc/core/json";
import type { ProviderListing } from "@svc/runtime/providers";
import { columns } from "../frame/columns.ts";
import { arg, type Command, defineCommand } from "../frame/command.ts";
import { REPO_DIR } from "../frame/options.ts";
import { repositoryOf } from "../frame/repository.ts";

/** What extensions provide. */
type Kind = "vault" | "datastore";

/** A type that comes with svc, beside those of extensions. */
export type BuiltIn = Pick<ProviderListing, "type" | "name" | "description" | "configSchema">;

/** The command that lists the types of a kind. */
export function typeSearch(kind: Kind, builtIn: BuiltIn): Command {
  return defineCommand({
    description:
      `Types of ${kind}s come with svc, from pulled extensions, and from extensions/${kind}s.`,
    examples: { [`svc ${kind} type search`]: "those that can be used here" },
    arguments: [arg("query", "part of the name or description", { optional: true, phrase: true })],
    options: { "repo-dir": REPO_DIR },
    lists: ".results[]",
    async run(context) {
      const repository = await repositoryOf(context);
      const { listProviderTypes } = await import("@svc/runtime/providers");
      const { query, results } = await listProviderTypes(
        repository,
        kind,
        context.arguments.query ?? "",
      );
      const { type, name, description } = builtIn;
      const fits = `${type} ${name} ${description}`.toLowerCase()
        .includes(query.trim().toLowerCase());
      const own = { type, name, description, origin: "builtin" as const };
      return {
        query,
        results: [...(fits ? [own] : []), ...results.map(({ configSchema: _, ...one }) => one)],
      };
    },
    text: ({ query, results }) =>
      results.length > 0
        ? columns(results.map(({ type, description }) => [type, description])).join("\n")
        : `No type of ${kind} matches '${query}'; 'svc extension search' looks in the registry.`,
  });
}

/** The command that shows one type of a kind and its settings. */
export function typeDescribe(kind: Kind, builtIn: BuiltIn): Command {
  return defineCommand({
    description: `Shows what a type of ${kind} is and which settings --config takes.`,
    examples: { [`svc ${kind} type describe ${builtIn.type}`]: "its settings" },
    arguments: [arg("type", `a type of ${kind}`)],
    options: { "repo-dir": REPO_DIR },
    async run(context): Promise<ProviderListing> {
      const { type } = context.arguments;
      if (type === builtIn.type) return { ...builtIn, origin: "builtin" };
      const { describeProviderType } = await import("@svc/runtime/providers");
      return await describeProviderType(await repositoryOf(context), kind, type);
    },
    text: ({ type, name, description, extension, version, configSchema }) =>
      [
        ...columns([
          ["Type:", `${type} (${name})`],
          ...(extension === undefined ? [] : [["From:", `${extension} ${version ?? ""}`]]),
        ]),
        "",
        description,
        "",
        ...settingLines(configSchema ?? {}),
      ].join("\n"),
  });
}

function settingLines(schema: Readonly<Record<string, unknown>>): string[] {
  const { properties, required } = schema;
  if (!isRecord(properties) || Object.keys(properties).length === 0) return ["No settings."];
  const names = Array.isArray(required) ? required : [];
  const secrets = secretProperties(schema);
  const rows = Object.entries(properties).map(([setting, value]) => {
    const { type, description, default: given } = isRecord(value) ? value : {};
    return [
      `  ${setting}`,
      typeof type === "string" ? type : "any",
      secrets.has(setting)
        ? "secret"
        : names.includes(setting) && given === undefined
        ? "required"
        : "",
      [
        ...(typeof description === "string" ? [description] : []),
        ...(given === undefined ? [] : [`(default ${JSON.stringify(given)})`]),
      ].join(" "),
    ];
  });
  return ["Settings:", ...columns(rows)];
}
