import type { TypeDescription } from "@svc/core/answer";
import type { DataOutputSpec } from "@svc/core/descriptor";
import { isSvcError } from "@svc/core/error";
import { graftMeaning } from "@svc/core/permission";
import {
  compactDescription,
  describeText,
  listTypes,
  resolveType,
  typeDescription,
} from "@svc/runtime/types";
import type { Answer } from "@svc/serve/answers";
import { columns } from "../../frame/columns.ts";
import { arg, defineCommand, flag } from "../../frame/command.ts";
import { maybeRepository } from "../../frame/repository.ts";
import { valueFrom, WHERE } from "../../remote/target.ts";

interface Described {
  full: TypeDescription;
  compact: boolean;
}

/** The types of an extension whose own name is none of them. */
interface Listed {
  extension: string;
  types: { type: string; version: string; command: string }[];
}

type Result = Described | Listed;

export default defineCommand({
  description: "Global arguments are set with 'svc behavior create --global-arg', inputs with " +
    "'svc behavior run --input'.\n*secret marks what is a secret, or holds one: keep it in a vault.",
  examples: {
    "svc model type describe @svc/repo-insight": "for people",
    "svc model type describe @svc/repo-insight --json": "with full JSON Schemas",
    "svc model type describe command/shell --compact --json":
      "a summary: names, types and required arguments",
  },
  arguments: [
    arg(
      "type",
      "the behavior type, as group/name or @namespace/name; an extension lists its types",
    ),
  ],
  options: {
    compact: flag("Print a summary; with --json, compact JSON"),
    ...WHERE,
  },
  async run(context): Promise<Result> {
    const { arguments: { type }, options: { compact } } = context;
    return await valueFrom<Result>(context, {
      async here() {
        const repository = await maybeRepository(context);
        return await orTypesOf(type, {
          async describe() {
            const resolved = await resolveType(repository, type);
            for (const warning of resolved.warnings ?? []) context.warn(warning);
            for (const { name, state, methods, checks } of resolved.grafts ?? []) {
              if (state !== "used") continue;
              context.note(
                `${name} adds to it ${[...methods, ...checks].join(", ")}, and ${
                  graftMeaning(resolved.type.normalized)
                }.`,
              );
            }
            return { full: typeDescription(resolved), compact };
          },
          list: () => listTypes(repository),
        });
      },
      there: ({ ask }) =>
        orTypesOf(type, {
          async describe() {
            const described = await ask("types.describe", { params: { type } });
            return { full: wholeOf(described), compact };
          },
          list: () => ask("types.search", { query: { query: "" } }),
        }),
    });
  },
  text: (result) =>
    "types" in result ? listText(result) : describeText(result.full, { compact: result.compact }),
  json: (result) =>
    "types" in result ? result : result.compact ? compactDescription(result.full) : result.full,
});

/** What a server describes whole: of a digest, which was not asked for, the outputs are left out. */
function wholeOf(described: Answer<"types.describe">): TypeDescription {
  const specs: (DataOutputSpec | string)[] = described.dataOutputSpecs;
  return { ...described, dataOutputSpecs: specs.filter((spec) => typeof spec !== "string") };
}

/** Describes a type; for the name of an extension that has types of other names, lists those. */
async function orTypesOf(
  name: string,
  { describe, list }: {
    describe: () => Promise<Described>;
    list: () => Promise<Awaited<ReturnType<typeof listTypes>>>;
  },
): Promise<Result> {
  try {
    return await describe();
  } catch (error) {
    if (!isSvcError(error) || error.code !== "unknown_type") throw error;
    const own = (await list()).results.filter(({ extension }) => extension === name);
    if (own.length === 0) throw error;
    return {
      extension: name,
      types: own.map(({ raw, version }) => ({
        type: raw,
        version,
        command: `svc model type describe ${raw}`,
      })),
    };
  }
}

function listText({ extension, types }: Listed): string {
  return [
    `${extension} is an extension with ${types.length} ${types.length === 1 ? "type" : "types"}:`,
    ...columns(types.map(({ type, version, command }) => [`  ${type}`, version, command])),
  ].join("\n");
}
