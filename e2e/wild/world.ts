import { startOutside } from "@svc/fakes/outside";
import { copyFolder } from "./copy_folder.ts";
import { signUp } from "../process/account.ts";
import { type ServerProcess, startServer } from "../process/server.ts";
import { createPerson, LAUNCHER, type Person } from "../process/svc.ts";
import { list, type Listed } from "./list.ts";

/** A registry, and people who use it. */
export interface World extends AsyncDisposable {
  server: ServerProcess;
  /** A person with `svc` on the PATH; logged in with an account of that name. */
  person(name?: string, programs?: string, env?: Record<string, string>): Promise<Person>;
}

/**
 * Starts a registry.
 *
 * @param launcher the `svc` of its people
 */
export async function openWorld(launcher = LAUNCHER): Promise<World> {
  const stack = new AsyncDisposableStack();
  try {
    const outside = stack.use(startOutside());
    const server = stack.use(await startServer({ env: outside.env }));
    const npm = await npmSettings();
    // Packages come from the npm registry, as extensions use many.
    const { SVC_NPM_REGISTRY_URL: _, ...services } = outside.env;
    const client = launcher.slice(0, launcher.lastIndexOf("/"));
    return {
      server,
      async person(name, programs = "", env = {}) {
        const path = [programs, client, Deno.env.get("PATH")].filter(Boolean).join(":");
        const settings = { ...services, ...npm, PATH: path, ...env };
        const one = await createPerson(server.url, settings, () => launcher);
        if (name !== undefined) {
          const { password } = await signUp(server.url, name);
          await one.ok(["auth", "login", "--username", name], { stdin: `${password}\n` });
        }
        return one;
      },
      [Symbol.asyncDispose]: () => stack.disposeAsync(),
    };
  } catch (error) {
    await stack.disposeAsync();
    throw error;
  }
}

/** The npm registry and cache of this machine, which a fresh home does not know. */
async function npmSettings(): Promise<Record<string, string>> {
  const { stdout } = await new Deno.Command("npm", {
    args: ["config", "get", "registry", "cache"],
  }).output();
  const lines = new TextDecoder().decode(stdout).trim().split("\n");
  return Object.fromEntries(lines.map((line) => {
    const [name, value] = line.split("=");
    return [`npm_config_${name}`, value!];
  }));
}

const extensions = new URL("extensions/", import.meta.url).pathname;

/** What others depend on, which is published before them. */
const FIRST = "opsworks-host-facts";

/** Publishes extensions, each as its author, a few at a time. */
export async function publish(
  world: World,
  listed: readonly Listed[],
  atATime: number,
  log: (text: string) => void = () => {},
): Promise<void> {
  await using authors = new AsyncDisposableStack();
  const names = new Set(list.map(({ name }) => name.slice(1).split("/")[0]!));
  const people = new Map(
    await Promise.all(
      [...names].map(async (name) => [name, authors.use(await world.person(name))] as const),
    ),
  );
  const failed: string[] = [];
  const push = async ({ folder, name }: Listed) => {
    const person = people.get(name.slice(1).split("/")[0]!)!;
    const copy = `${person.work}/${folder}`;
    await copyFolder(`${extensions}${folder}`, copy);
    // Their types were checked with a Deno of their time, or not at all; this is not about types.
    const args = ["extension", "push", "manifest.yaml", "--yes", "--no-check"];
    const { code, stdout, stderr } = await person.svc(args, { cwd: copy });
    if (code !== 0) failed.push(`push of ${folder} ended with ${code}:\n${stderr}`);
    log(`${folder}: push ended with ${code}\n${stdout}${stderr}`);
  };
  await push(list.find(({ folder }) => folder === FIRST)!);
  await atMost(atATime, listed.filter(({ folder }) => folder !== FIRST), push);
  if (failed.length > 0) throw new Error(failed.join("\n"));
}

/** Does something with each, a few at a time. */
export async function atMost<T>(
  atATime: number,
  all: readonly T[],
  body: (one: T) => Promise<void>,
): Promise<void> {
  const rest = [...all];
  await Promise.all(Array.from({ length: atATime }, async () => {
    for (let one = rest.shift(); one !== undefined; one = rest.shift()) await body(one);
  }));
}
