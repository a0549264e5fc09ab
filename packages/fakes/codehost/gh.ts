import { type Answers, listen } from "./front/listener.ts";

/** The variables that lead the real `gh` to a stand-in. */
export interface GhEnvironment {
  env: Record<string, string>;
}

/**
 * Serves the code host on a socket of its own for `gh`, which sends plain HTTP over the socket that
 * its configuration names: for github.com as `/…` of api.github.com, for another host as `/api/v3/…`.
 * Dispose it to stop.
 */
export async function startGhSocket(
  token: string,
  answers: Answers,
): Promise<GhEnvironment & AsyncDisposable> {
  const folder = await Deno.makeTempDir({ prefix: "gh-" });
  const socket = `${folder}/api.sock`;
  const server = await listen(answers, socket);
  await Deno.writeTextFile(`${folder}/config.yml`, `http_unix_socket: ${socket}\n`);
  return {
    env: {
      GH_CONFIG_DIR: folder,
      GH_TOKEN: token,
      GH_ENTERPRISE_TOKEN: token,
      GH_PROMPT_DISABLED: "1",
      GH_NO_UPDATE_NOTIFIER: "1",
    },
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]();
      await Deno.remove(folder, { recursive: true });
    },
  };
}
