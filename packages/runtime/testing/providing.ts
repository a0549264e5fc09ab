import { initRepository } from "../repository/init.ts";
import { type Repository, repositoryAt } from "../repository/repository.ts";
import { temporaryFolder, writeFiles } from "./extension.ts";

/** Code of a vault or datastore that a test opens. */
export interface ProviderParts {
  /** Stands before the export. */
  before?: string;
  /** Further members of the export. */
  members?: string;
  /** The body of `createProvider`. */
  body: string;
}

/** The text of a module with a vault `@acme/keeper`; its `createProvider` gets `name` and `config`. */
export function vaultText({ before = "", members = "", body }: ProviderParts): string {
  return `${before}
export const vault = {
  type: "@acme/keeper",
  name: "Keeper",
  description: "Keeps secrets of tests",
  ${members}
  createProvider: async (name: string, config: any) => {
${body}
  },
};
${CONFIG_SCHEMA}`;
}

/** The text of a module with a datastore `@acme/depot`; its `createProvider` gets `config`. */
export function datastoreText({ before = "", members = "", body }: ProviderParts): string {
  return `${before}
export const datastore = {
  type: "@acme/depot",
  name: "Depot",
  description: "Keeps data of tests",
  ${members}
  createProvider: async (config: any) => {
${body}
  },
};
${CONFIG_SCHEMA}`;
}

/** A schema in the shape that svc knows those of zod by: bundling zod takes longer than most tests. */
const CONFIG_SCHEMA = `
function _schema(properties: Record<string, any>, required: string[] = []) {
  const json = { type: "object", properties, required, additionalProperties: false };
  const defaults = Object.fromEntries(
    Object.entries(properties).filter(([, one]) => "default" in one)
      .map(([name, one]) => [name, one.default]),
  );
  return {
    _def: { type: "object", shape: {} },
    _zod: { def: { type: "object", shape: {} }, toJSONSchema: () => json },
    parse: (data: object) => ({ ...defaults, ...data }),
    safeParse: (data: object) => ({ success: true, data: { ...defaults, ...data } }),
  };
}
`;

/** A manifest of an extension \`@acme/provider\` with further lines of YAML. */
export function providerManifest(lines: string): string {
  return `manifestVersion: 1
name: "@acme/provider"
version: 2026.01.02.3
description: Provides.
paths:
  base: manifest
${lines}`;
}

/** A repository with files below `extensions/`. */
export async function providerRepository(
  files: Record<string, string>,
): Promise<AsyncDisposable & { repository: Repository; other: Repository }> {
  const stack = new AsyncDisposableStack();
  const folder = stack.use(await temporaryFolder());
  const config = stack.use(await temporaryFolder());
  const stranger = stack.use(await temporaryFolder());
  await initRepository(folder.path);
  await writeFiles(`${folder.path}/extensions`, files);
  return {
    repository: repositoryAt(folder.path, config.path),
    other: repositoryAt(folder.path, stranger.path),
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}
