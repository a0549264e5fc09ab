import { SvcError } from "@svc/core/error";
import { OFFERED_CLIENT_PATH, type OfferedClient } from "@svc/core/wire";
import type { App, Environment } from "@svc/http/edge";
import type { Context } from "hono";
import { createHash } from "node:crypto";
import type { Services } from "../../access/services.ts";
import type { ClientPackage } from "./client_package.ts";
import { PACKAGE_PATH, SCRIPT_PATH } from "./lines.ts";
import { installScript } from "./script.ts";

/** Serves the client to whoever has none: the script that installs it, the package, its checksum, its version. */
export function mountInstall(app: App, services: Services): void {
  const serve = (path: string, mediaType: string, content: (client: ClientPackage) => Content) => {
    app.get(path, async (context) => {
      await services.auth.limits.address(context.get("address"));
      const client = services.clientPackage;
      if (client === undefined) throw notBuilt();
      return answer(context, mediaType, content(client));
    });
  };
  serve(SCRIPT_PATH, "text/plain; charset=utf-8", ({ facts }) => {
    const text = installScript(services.config.baseUrl, facts);
    return { body: text, tag: createHash("sha256").update(text).digest("hex") };
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
  serve(OFFERED_CLIENT_PATH, "application/json", ({ facts: { version, sha256 } }) => {
    const offered: OfferedClient = { version, sha256, package: PACKAGE_PATH };
    return { body: JSON.stringify(offered), tag: `client-${sha256}` };
  });
  app.get("/install/:file", (context) => {
    throw new SvcError("not_found", `There is no ${context.req.param("file")} here`, {
      hint:
        `This registry has ${PACKAGE_PATH}; ${services.config.baseUrl}/install shows how to install it.`,
    });
  });
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
