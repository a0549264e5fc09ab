/** A vault's extension that keeps secrets in a file of the folder its configuration names. */
export const KEEPER = `
export const vault = {
  type: "@acme/keeper",
  name: "Keeper",
  description: "Keeps secrets in a file",
  configSchema: schema({
    folder: { type: "string", description: "Where they are kept" },
    token: { type: "string", sensitive: true },
    login: { type: "object", properties: { password: { type: "string", sensitive: true } } },
  }, ["folder"]),
  createProvider: (name: string, config: { folder: string }) => {
    const path = config.folder + "/" + name + ".json";
    const read = (): Record<string, string> => {
      try {
        return JSON.parse(Deno.readTextFileSync(path));
      } catch (error) {
        if (error instanceof Deno.errors.NotFound) return {};
        throw error;
      }
    };
    const write = (all: Record<string, string>) => Deno.writeTextFileSync(path, JSON.stringify(all));
    return {
      getName: () => name,
      get(key: string) {
        const value = read()[key];
        console.log("giving", value);
        return value;
      },
      put: (key: string, value: string) => write({ ...read(), [key]: value }),
      list: () => Object.keys(read()),
      delete(key: string) {
        const { [key]: _, ...rest } = read();
        write(rest);
      },
    };
  },
};

// In the shape that svc knows zod's by: bundling zod takes longer than most tests.
function schema(properties: Record<string, unknown>, required: string[]) {
  const json = { type: "object", properties, required, additionalProperties: false };
  return {
    _def: { type: "object", shape: {} },
    _zod: { def: { type: "object", shape: {} }, toJSONSchema: () => json },
    parse: (data: object) => data,
    safeParse: (data: object) => ({ success: true, data }),
  };
}
`;

/** The permissions it asks for, as lines of a manifest. */
export const KEEPER_PERMISSIONS = `permissions:
  read: ["\${config.folder}"]
  write: ["\${config.folder}"]
`;

/** Writes the sources of the type of vault \`@acme/keeper\` into a repository. */
export async function writeKeeper(root: string): Promise<void> {
  const folder = `${root}/extensions/keeper`;
  await Deno.mkdir(folder, { recursive: true });
  await Deno.writeTextFile(`${folder}/keeper.ts`, KEEPER);
  await Deno.writeTextFile(
    `${folder}/manifest.yaml`,
    `manifestVersion: 1
name: "@acme/keeper"
version: 2026.11.21.1
description: Keeps secrets in a file.
paths:
  base: manifest
vaults:
  - keeper.ts
${KEEPER_PERMISSIONS}`,
  );
}
