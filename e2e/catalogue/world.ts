import { type Outside, startOutside } from "@svc/fakes/outside";
import { createCollective, signUp } from "../process/account.ts";
import { type ServerProcess, startServer } from "../process/server.ts";
import { createPerson, type Person } from "../process/svc.ts";

/** A registry whose collective `svc` publishes the catalogue, and people who install from it. */
export interface World extends AsyncDisposable {
  outside: Outside;
  server: ServerProcess;
  /** The owner of the collective `svc`, logged in. */
  publisher: Person;
  /** Publishes extensions of the catalogue, each once a world, with the real `svc extension push`. */
  publish(...names: string[]): Promise<void>;
  /**
   * Runs `npm run catalogue` without its checks, for these or all, and gives a line for each; what
   * could not be published is in its line.
   */
  catalogue(...names: string[]): Promise<string[]>;
  /**
   * A person with a repository of their own, into which these extensions are pulled and granted what
   * they ask for. Dispose them when the story ends.
   */
  consumer(options: ConsumerOptions): Promise<Person>;
}

/** What a person of a story starts with. */
export interface ConsumerOptions {
  /** Extensions of the catalogue, for example `@svc/github-releases`. */
  extensions: readonly string[];
  /** Variables of each of their commands: where the code host is, their token. */
  env?: Readonly<Record<string, string>>;
}

const root = new URL("../..", import.meta.url).pathname.replace(/\/$/, "");

/** Starts a registry with an empty store, and logs the publisher in. */
export async function startWorld(): Promise<World> {
  const stack = new AsyncDisposableStack();
  try {
    const outside = stack.use(
      startOutside({ repositories: ["https://github.com/svc-registry/svc"] }),
    );
    const server = stack.use(await startServer({ env: { ...outside.env, SVC_ADMINS: "ada" } }));
    const account = await signUp(server.url, "ada");
    await createCollective(server.url, account, "svc");
    const publisher = stack.use(await createPerson(server.url, outside.env));
    await publisher.ok(["auth", "login", "--username", "ada"], { stdin: `${account.password}\n` });

    const published = new Map<string, Promise<unknown>>();
    const publishOne = (name: string) => {
      const folder = `extensions/${name.slice("@svc/".length)}`;
      return publisher.ok(["extension", "push", folder, "--yes", "--no-check", "--json"], {
        cwd: root,
      });
    };
    const publish = async (...names: string[]) => {
      for (const name of names) {
        if (!published.has(name)) published.set(name, publishOne(name));
        await published.get(name);
      }
    };
    return {
      outside,
      server,
      publisher,
      publish,
      async catalogue(...names) {
        const { stdout } = await new Deno.Command(Deno.execPath(), {
          args: ["run", "-A", "--no-check", `${root}/bin/catalogue.ts`, "--skip-checks", ...names],
          clearEnv: true,
          env: publisher.env,
          stdin: "null",
          stderr: "inherit",
        }).output();
        const lines = new TextDecoder().decode(stdout).trim().split("\n").slice(0, -1);
        for (const [, name] of lines.map((line) => line.split(" "))) {
          if (!published.has(name!)) published.set(name!, Promise.resolve());
        }
        return lines;
      },
      async consumer({ extensions, env = {} }) {
        await publish(...extensions);
        const person = await createPerson(server.url, { ...outside.env, ...env });
        try {
          await person.ok(["init"]);
          for (const name of extensions) {
            await person.ok(["extension", "pull", name, "--allow-all-requested"]);
          }
          return person;
        } catch (error) {
          await person[Symbol.asyncDispose]();
          throw error;
        }
      },
      [Symbol.asyncDispose]: () => stack.disposeAsync(),
    };
  } catch (error) {
    await stack.disposeAsync();
    throw error;
  }
}
