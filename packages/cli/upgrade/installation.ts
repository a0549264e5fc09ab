import { INSTALLATION } from "@svc/runtime/files";
import { knownRegistry } from "../help/first_steps.ts";
import type { Host } from "../frame/host.ts";

/** How this client was installed, which decides what replaces it. */
export type Installation =
  & {
    /** The folder of the client: its package, or a checkout of the sources. */
    root: string;
  }
  & (
    | {
      by: "install.sh";
      /** The folder that stands for `$XDG_DATA_HOME` there. */
      dataHome: string;
      /** The first 12 digits of the SHA-256 of its package. */
      sum: string;
      /** The registry that it came from; undefined for an installation that did not record it. */
      from: string | undefined;
    }
    | {
      by: "npm";
      /** The folder of the package that it is a dependency of; undefined for a global installation. */
      project: string | undefined;
    }
    | { by: "checkout" }
    | { by: "unknown" }
  );

/** How the client that runs was installed. */
export function ownInstallation(): Promise<Installation> {
  return installationAt(INSTALLATION);
}

/** How the client in a folder was installed. */
export async function installationAt(root: string): Promise<Installation> {
  const script = /^(.*)\/svc\/client\/[^/]+-([0-9a-f]{12})$/.exec(root);
  if (script) {
    const from = await Deno.readTextFile(`${root}/installed_from`).catch(() => "");
    const [, dataHome, sum] = script as unknown as [string, string, string];
    return { by: "install.sh", root, dataHome, sum, from: from.trim() || undefined };
  }
  const packages = /^(.*)\/node_modules\/@svc\/cli$/.exec(root);
  if (packages) {
    const project = packages[1]!;
    const isProject = await exists(`${project}/package.json`);
    return { by: "npm", root, project: isProject ? project : undefined };
  }
  return { by: await exists(`${root}/package-lock.json`) ? "checkout" : "unknown", root };
}

/**
 * The registry to ask for a newer client: the one that this client came from, else the one that the
 * person named by `SVC_CLUB_URL` or a login. What `.svc.yaml` names is not asked: a repository of
 * others must not decide what is installed.
 */
export async function upgradeRegistry(
  installation: Installation,
  host: Pick<Host, "env">,
): Promise<string | undefined> {
  return installation.by === "install.sh" && installation.from !== undefined
    ? installation.from
    : await knownRegistry(host);
}

function exists(path: string): Promise<boolean> {
  return Deno.stat(path).then(() => true, () => false);
}
