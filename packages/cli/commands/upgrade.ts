import { SvcError } from "@svc/core/error";
import { VERSION } from "@svc/core/release";
import { isUnencrypted } from "../config/server.ts";
import { defineCommand, flag } from "../frame/command.ts";
import { runInstallScript } from "../upgrade/install_script.ts";
import { type Installation, ownInstallation, upgradeRegistry } from "../upgrade/installation.ts";
import { compare, type Comparison, offeredClient, upgradeLine } from "../upgrade/offer.ts";

interface Result {
  /** The version that runs. */
  version: string;
  /** The version that the registry hands out, and how it compares. */
  offered: string;
  comparison: Comparison;
  registry: string;
  installedBy: Installation["by"];
  /** The command that installs what is offered. */
  command: string;
  upgraded: boolean;
}

export default defineCommand({
  description:
    "Installs the client that the registry hands out, as its install.sh does: checksums are compared, " +
    "and the\nclient that is there stays until the new one has started. It asks the registry that svc " +
    "was installed from, or\nelse the one of SVC_CLUB_URL or your login, and sends no credential. An " +
    "svc that npm or a checkout\ninstalled is not touched: the command that upgrades it is printed.",
  examples: {
    "svc upgrade": "to the version of your registry",
    "svc upgrade --check": "only say whether there is a newer one",
  },
  options: {
    check: flag("Only compare versions; change nothing"),
    force: flag("Install an older version, too"),
  },
  async run(context): Promise<Result> {
    const { options, host } = context;
    const own = await ownInstallation();
    const registry = await upgradeRegistry(own, host);
    if (registry === undefined) {
      throw new SvcError("usage", "svc was not told which registry to ask for a newer client", {
        hint: "Log in with 'svc auth login --server <address>', or set SVC_CLUB_URL.",
      });
    }
    const offered = await context.progress.phase(
      `Asking ${registry}`,
      () => offeredClient(registry),
    );
    const comparison = compare(offered, own);
    const result: Result = {
      version: VERSION,
      offered: offered.version,
      comparison,
      registry,
      installedBy: own.by,
      command: upgradeLine(own, registry, offered),
      upgraded: false,
    };
    if (options.check || comparison === "same") return result;
    if (comparison === "older" && !options.force) {
      throw new SvcError(
        "conflict",
        `${registry} has an older svc: ${offered.version}, and this is ${VERSION}`,
        { hint: "To install the older one: svc upgrade --force" },
      );
    }
    if (own.by !== "install.sh") throw managedElsewhere(own.by, result);
    if (isUnencrypted(registry)) {
      context.warn(`${registry} is not encrypted: others on the network can replace what it sends`);
    }
    await runInstallScript({ context, own, registry, offered });
    return { ...result, upgraded: true };
  },
  text({ version, offered, comparison, registry, command, upgraded }) {
    if (upgraded) return `Upgraded svc from ${version} to ${offered}.`;
    switch (comparison) {
      case "same":
        return `svc ${version} is what ${registry} has.`;
      case "older":
        return `svc ${version} is newer than what ${registry} has, which is ${offered}.`;
      case "newer":
        return `svc ${offered} is available at ${registry}; this is ${version}.\nTo upgrade: ${command}`;
      case "rebuilt":
        return `${registry} has another build of svc ${version}.\nTo upgrade: ${command}`;
    }
  },
});

const INSTALLERS: Readonly<Record<Exclude<Installation["by"], "install.sh">, string>> = {
  npm: "npm installed this svc",
  checkout: "This svc runs from a checkout of its sources",
  unknown: "This svc was installed in a way that svc does not know",
};

function managedElsewhere(by: keyof typeof INSTALLERS, { offered, command }: Result): SvcError {
  return new SvcError("externally_managed", `${INSTALLERS[by]}; ${offered} is available`, {
    hint: `To upgrade it: ${command}`,
  });
}
