import { isSvcError, SvcError } from "@svc/core/error";
import { writePrivate } from "@svc/runtime/files";
import { lockFile } from "@svc/runtime/repository";

/**
 * Makes sure that one server is running on a repository, until disposed.
 *
 * @param folder of the server's state
 * @throws SvcError `conflict` naming the process and the address of the other one
 */
export async function oneServer(folder: string) {
  const address = `${folder}/serve.url`;
  const lock = await lockFile(`${folder}/serve.lock`, { timeoutMs: 0 }).catch(async (error) => {
    if (!isSvcError(error) || error.code !== "lock_timeout") throw error;
    const url = (await Deno.readTextFile(address).catch(() => "")).trim();
    const holder = error.message.replace(/^.* by /, "");
    throw new SvcError(
      "conflict",
      `'svc serve' is already running for this repository: ${holder}${url ? `, at ${url}` : ""}`,
      { hint: "Stop that one first; one server can do many runs at once.", cause: error },
    );
  });
  return {
    /** Notes where the server listens, for the refusal of a second one. */
    note: (url: string) => writePrivate(address, `${url}\n`),
    async [Symbol.asyncDispose]() {
      await Deno.remove(address).catch(() => {});
      await lock[Symbol.asyncDispose]();
    },
  };
}
