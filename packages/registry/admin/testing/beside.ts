import { type TestOptions, type TestRegistry, testRegistry } from "../../testing.ts";
import { type AdminResult, runAdmin } from "../run.ts";

/** A registry that serves, and the operator's commands beside it. */
export interface Beside extends AsyncDisposable {
  registry: TestRegistry;
  /** Runs a command on the registry's data folder, then lets the server look, as it does each second. */
  admin(...args: string[]): Promise<AdminResult>;
  /** As `admin`, with `--json`; throws when the command does not end with `code`. */
  // deno-lint-ignore no-explicit-any -- tests assert on the fields they name
  json(code: number, ...args: string[]): Promise<any>;
  /** A folder that goes with the registry. */
  folder: string;
}

/** Starts a registry in this process with its operator beside it. */
export async function besideServer(options: TestOptions = {}): Promise<Beside> {
  const registry = await testRegistry(options);
  const folder = await Deno.makeTempDir({ prefix: "svc-operator-" });
  const { services } = registry;
  services.following.start();
  await services.following.look();
  const admin = async (...args: string[]) => {
    const { databaseUrl, blobsUrl } = services.config;
    const result = await runAdmin(args, {
      SVC_DATA: services.folder.root,
      SVC_DATABASE_URL: databaseUrl,
      SVC_BLOBS_URL: blobsUrl,
    });
    await services.following.look();
    return result;
  };
  return {
    registry,
    folder,
    admin,
    async json(code, ...args) {
      const result = await admin(...args, "--json");
      if (result.code !== code) throw new Error(`${args.join(" ")}: ${JSON.stringify(result)}`);
      return JSON.parse(result.stdout || result.stderr);
    },
    async [Symbol.asyncDispose]() {
      await registry[Symbol.asyncDispose]();
      await Deno.remove(folder, { recursive: true });
    },
  };
}
