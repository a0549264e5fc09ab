import { SvcError } from "@svc/core/error";
import { siblingPath } from "@svc/core/module";
import type { Services } from "../../access/services.ts";
import { type AppOf, catalogueAccount } from "./account.ts";

const PROGRAM = siblingPath(import.meta, "../../../../bin/catalogue/first.ts");

/**
 * Publishes the catalogue of this checkout to the running server, with the client, as anybody would.
 * That is done in processes of their own, which end with the server. What is published already stays
 * as it is.
 *
 * @param stopped settles when the server stops
 * @throws SvcError `conflict` when the collective belongs to somebody else, `unavailable` when an
 *   extension could not be published; the server serves all the same.
 */
export async function publishCatalogue(
  services: Services,
  appOf: AppOf,
  stopped: Promise<void>,
): Promise<void> {
  const account = await catalogueAccount(services, appOf);
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "--allow-all", "--no-check", PROGRAM],
    env: {
      SVC_CLUB_URL: services.config.baseUrl,
      XDG_CONFIG_HOME: `${services.folder.root}/catalogue-client`,
      // A key in the server's own environment is for another registry.
      SVC_API_KEY: "",
    },
    // A group of its own, so that the client it runs at the moment ends with it.
    detached: true,
    stdin: "piped",
    stdout: "inherit",
    stderr: "inherit",
  }).spawn();
  let ended: "itself" | "server" | undefined;
  stopped.then(() => {
    if (ended) return;
    ended = "server";
    Deno.kill(-child.pid, "SIGTERM");
  });
  const writer = child.stdin.getWriter();
  await writer.write(new TextEncoder().encode(JSON.stringify(account)));
  await writer.close();
  const { success } = await child.status;
  ended ??= "itself";
  if (success || ended === "server") return;
  throw new SvcError("unavailable", "The catalogue was not published completely", {
    hint: "The lines above say why. Start again with --with-catalogue, or run 'npm run catalogue'.",
  });
}
