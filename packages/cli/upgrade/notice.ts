import { siblingPath } from "@svc/core/module";
import { compareReleases, VERSION } from "@svc/core/release";
import type { Host } from "../frame/host.ts";
import { ownInstallation, upgradeRegistry } from "./installation.ts";
import { noticeFile } from "./notice_file.ts";
import { isDayAgo, readState, writeState } from "./notice_state.ts";

/** What a child needs to reach a registry through a proxy and to trust it. No key is among it. */
const NETWORK = [
  ...["HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY", "http_proxy", "https_proxy", "no_proxy"],
  ...["DENO_CERT", "NODE_EXTRA_CA_CERTS", "DENO_TLS_CA_STORE", "SSL_CERT_FILE", "DENO_DIR", "HOME"],
];

/**
 * Tells of a newer client that was found, and has a process that outlives this one look for it, each
 * at most once a day. Nothing that goes wrong with it is told: no command fails or waits for it.
 */
export async function tellOfNewer(host: Host): Promise<void> {
  try {
    const path = noticeFile(host);
    const own = await ownInstallation();
    if (path === undefined || own.by === "checkout" || own.by === "unknown") return;
    const registry = await upgradeRegistry(own, host) ?? "";
    const now = Date.now();
    const stored = await readState(path);
    const known = stored?.registry === registry ? stored : undefined;
    const found = known?.found;
    const shows = found !== undefined && compareReleases(found, VERSION) > 0 &&
      isDayAgo(known?.shownAt, now);
    const asks = isDayAgo(known?.askedAt, now);
    // First of all: where it cannot be stored, each command would ask and tell.
    await writeState(path, {
      registry,
      askedAt: asks ? now : known!.askedAt,
      found,
      shownAt: shows ? now : known?.shownAt,
    });
    if (shows) {
      host.stderr(
        `svc ${found} is available, and this is ${VERSION}. To upgrade: svc upgrade ` +
          "(SVC_NO_UPDATE_NOTICE=1 hides this)\n",
      );
    }
    if (asks && registry !== "") startLooking(registry, path, host);
  } catch {
    // It may be the last thing on a full disk.
  }
}

/** Starts `look.ts`, which may reach the registry and change the folder of `path`, and nothing else. */
function startLooking(registry: string, path: string, host: Host): void {
  const { host: address, protocol } = new URL(registry);
  const port = protocol === "https:" ? 443 : 80;
  const folder = path.slice(0, path.lastIndexOf("/"));
  const child = new Deno.Command(Deno.execPath(), {
    args: [
      ...["run", "--quiet", "--no-config", "--no-lock", "--no-prompt", "--no-remote", "--no-npm"],
      ...["--cached-only", "--no-check"],
      `--allow-net=${/:\d+$/.test(address) ? address : `${address}:${port}`}`,
      ...["read", "write"].map((right) => `--allow-${right}=${folder.replaceAll(",", ",,")}`),
      siblingPath(import.meta, "look.ts"),
      registry,
      path,
    ],
    cwd: "/",
    clearEnv: true,
    env: {
      DENO_NO_UPDATE_CHECK: "1",
      ...Object.fromEntries(
        NETWORK.flatMap((name) => {
          const value = host.env(name);
          return value === undefined ? [] : [[name, value]];
        }),
      ),
    },
    stdin: "null",
    stdout: "null",
    stderr: "null",
    detached: true,
  }).spawn();
  child.unref();
}
