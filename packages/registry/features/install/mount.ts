import { SvcError } from "@svc/core/error";
import { OFFERED_CLIENT_PATH, type OfferedClient } from "@svc/core/wire";
import type { App, Environment } from "@svc/http/edge";
import type { Context } from "hono";
import type { Services } from "../../access/services.ts";
import type { ClientPackage } from "./client_package.ts";
import { assertHad, offeredFiles, storedFile } from "./releases.ts";
import { PACKAGE_PATH, releasePath, SCRIPT_PATH } from "./lines.ts";

/** Serves the client to whoever has none: the script that installs it, the package, its checksum, its version. */
export function mountInstall(app: App, services: Services): void {
  const serve = (path: string, mediaType: string, content: (client: ClientPackage) => Content) => {
    app.get(path, async (context) => {
      await services.auth.limits.address(context.get("address"));
      const client = services.clientPackage;
      if (client === undefined) throw notBuilt();
      await assertHad(services.db, client.facts.sha256);
      return answer(context, mediaType, content(client));
    });
  };
  serve(SCRIPT_PATH, "text/plain; charset=utf-8", (client) => {
    const { script, files } = offeredFiles(services, client);
    return { body: files.get(script)!, tag: script };
  });
  serve(
    PACKAGE_PATH,
    "application/gzip",
    ({ facts, bytes }) => ({ body: bytes, tag: facts.sha256 }),
  );
  serve(`${PACKAGE_PATH}.sha256`, "text/plain; charset=utf-8", ({ facts }) => ({
    body: `${facts.sha256}  ${PACKAGE_PATH.split("/").at(-1)}\n`,
    tag: `sum-${facts.sha256}`,
  }));
  serve(OFFERED_CLIENT_PATH, "application/json", (client) => {
    const { version, sha256 } = client.facts;
    const { script } = offeredFiles(services, client);
    const kept = releasePath(script, "sh");
    const offered: OfferedClient = { version, sha256, package: PACKAGE_PATH, script: kept };
    return { body: JSON.stringify(offered), tag: `client-${script}` };
  });
  app.get("/install/:file", async (context) => {
    await services.auth.limits.address(context.get("address"));
    const [, checksum, kind] = RELEASE_FILE.exec(context.req.param("file")) ?? [];
    const body = checksum && await releaseFile(services, checksum);
    if (body) {
      return context.body(body, 200, {
        "content-type": kind === "sh" ? "text/plain; charset=utf-8" : "application/gzip",
        "cache-control": "public, max-age=31536000, immutable",
      });
    }
    throw new SvcError("not_found", `There is no ${context.req.param("file")} here`, {
      hint:
        `This registry has ${PACKAGE_PATH}; ${services.config.baseUrl}/install shows how to install it.`,
    });
  });
}

/** The name of a file by its SHA-256. */
const RELEASE_FILE = /^([0-9a-f]{64})\.(sh|tgz)$/;

/** A file of the release that is offered, or of one that was. @throws SvcError `taken_down` */
async function releaseFile(
  services: Services,
  checksum: string,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const { clientPackage, db } = services;
  await assertHad(db, checksum);
  const offered = clientPackage && offeredFiles(services, clientPackage).files.get(checksum);
  return offered ?? await storedFile(db, checksum);
}

interface Content {
  body: string | Uint8Array<ArrayBuffer>;
  /** Changes with the content. */
  tag: string;
}

/** A later release has another address, but a script has not: nothing is kept without asking. */
function answer(
  context: Context<Environment>,
  mediaType: string,
  { body, tag }: Content,
): Response {
  const headers = {
    etag: `"${tag}"`,
    "content-type": mediaType,
    "cache-control": "public, no-cache",
  };
  if (context.req.header("if-none-match") === headers.etag) return context.body(null, 304, headers);
  return context.body(body, 200, headers);
}

function notBuilt(): SvcError {
  return new SvcError("not_found", "This registry does not offer the client", {
    hint: "The operator can build it with 'npm run build' and restart the registry.",
  });
}
