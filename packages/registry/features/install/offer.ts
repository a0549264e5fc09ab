import type { Services } from "../../access/services.ts";
import type {} from "./client_package.ts";
import { installLines } from "./lines.ts";

/** What pages advise to somebody new: only lines that work at this registry. */
export interface OfferedLines {
  /** Undefined where there is no client to install. */
  install: string | undefined;
  login: string;
}

/** The lines of this registry; through npm where its script could install on no system. */
export function offeredLines(
  { config, clientPackage }: Pick<Services, "config" | "clientPackage">,
): OfferedLines {
  const { shell, npm, login } = installLines(config.baseUrl);
  if (clientPackage === undefined) return { install: undefined, login };
  const pinned = Object.keys(clientPackage.facts.deno.sha512).length > 0;
  return { install: pinned ? shell : npm, login };
}
