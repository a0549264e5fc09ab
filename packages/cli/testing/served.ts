import { freePort } from "@svc/fakes/port";
import { createLog } from "@svc/http/log";
import { initRepository, type Repository, repositoryAt } from "@svc/runtime/repository";
import { openServeState, type Running } from "@svc/serve/open";
import { ALL_RIGHTS, type Rights } from "@svc/serve/rights";
import { settingsOf, startServer } from "@svc/serve/server";
import { createToken } from "@svc/serve/tokens";
import { writeFiles } from "../../runtime/testing/extension.ts";
import { type Outcome, svc, temporaryConfig, type TestHost } from "./host.ts";

/** A repository with a person beside it, and a real `svc serve` for people elsewhere. */
export interface Served extends AsyncDisposable {
  /** The repository's folder. */
  root: string;
  repository: Repository;
  url: string;
  /** Makes a token, and answers its text. */
  token(rights?: Rights): Promise<string>;
  /** Runs a command line in the repository. */
  here(argv: readonly string[], settings?: TestHost): Promise<Outcome>;
  /** Runs a command line on another machine, with a token for everything, asking the server. */
  there(argv: readonly string[], settings?: TestHost): Promise<Outcome>;
  /** Stops the server, and starts another one on the same port. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/** Makes a repository of these files and serves it. */
export async function served(
  files: Record<string, string>,
  { running = {} }: { running?: Running } = {},
): Promise<Served> {
  await using opening = new AsyncDisposableStack();
  const [folder, home, elsewhere] = [
    opening.use(await temporaryConfig()),
    opening.use(await temporaryConfig()),
    opening.use(await temporaryConfig()),
  ];
  const root = await Deno.realPath(folder.path);
  await initRepository(root);
  await writeFiles(root, files);
  const repository = repositoryAt(root, `${home.path}/svc`);
  const start = (port: number) =>
    startServer({
      repository,
      settings: settingsOf({ port, drain: "0" }),
      version: "2026.01.02",
      running,
      log: createLog("off", () => new Date()),
    });
  let server = await start(freePort());
  const { url } = server;
  opening.defer(() => server.stop());
  let made = 0;
  async function token(rights = ALL_RIGHTS): Promise<string> {
    using state = await openServeState(repository);
    const order = { name: `t${++made}`, rights, expiresAt: null, by: "operator" };
    return createToken(state, order, new Date()).text;
  }
  const everything = await token();
  const held = opening.move();
  return {
    root,
    repository,
    url,
    token,
    here: async (argv, settings = {}) => {
      const { exit, stdout, stderr } = await svc(argv, {
        cwd: root,
        ...settings,
        env: { XDG_CONFIG_HOME: home.path, ...settings.env },
      });
      // A server names paths within the repository.
      const within = (text: string) => text.replaceAll(`${root}/`, "");
      return { exit, stdout: within(stdout), stderr: within(stderr) };
    },
    there: (argv, settings = {}) =>
      svc([...argv, "--server", url], {
        cwd: elsewhere.path,
        ...settings,
        env: {
          XDG_CONFIG_HOME: elsewhere.path,
          SVC_SERVER_TOKEN: everything,
          SVC_SERVER_URL: url,
          ...settings.env,
        },
      }),
    async restart() {
      await server.stop();
      server = await start(Number(new URL(url).port));
    },
    stop: () => server.stop(),
    [Symbol.asyncDispose]: () => held.disposeAsync(),
  };
}
