import { internalKind } from "./address.ts";
import { PRIVATE_NETWORK } from "./host.ts";
import { absoluteEntry, pathEntry, type Places } from "./path.ts";
import type { PermissionKind } from "./permission.ts";
import { placeholderOf } from "./placeholder.ts";

/** Shells, interpreters and whatever starts other programs by its arguments. */
const RUNS_ANYTHING: ReadonlySet<string> = new Set(
  ("ash bash busybox cmd csh dash elvish fish ksh nu powershell pwsh sh tcsh zsh " +
    "awk bun deno gawk java julia lua luajit mawk node nodejs perl php python pypy r rscript ruby " +
    "tclsh npm npx pip pipx pnpm poetry tsx uv uvx yarn cargo go make cmake gcc " +
    "chroot crontab doas docker env find flatpak kubectl nice nohup nsenter parallel podman " +
    "runuser script screen setpriv setsid ssh su sudo systemctl systemd-run tee time timeout tmux " +
    "unshare watch xargs at batch ed emacs ex nano vi vim nvim less more man gdb strace expect")
    .split(" "),
);

/** Places below the home folder that hold keys and passwords. */
const SECRETS = (".ssh .aws .azure .gnupg .kube .docker .netrc .npmrc .pypirc .git-credentials " +
  ".password-store .config .local .mozilla .cargo .bash_history .zsh_history Library")
  .split(" ");

/** Places of the system that decide what runs for everybody. */
const SYSTEM = "bin boot dev etc lib lib64 root sbin sys usr Applications Library System";
const SYSTEM_FOLDERS: ReadonlySet<string> = new Set(SYSTEM.split(" "));

/**
 * What is wide about an entry, in words for who grants it; undefined for one that grants what it names.
 *
 * @param places tell whether an absolute path is the home folder, or is in it
 */
export function broadGrant(
  kind: PermissionKind,
  entry: string,
  places: Places = {},
): string | undefined {
  switch (kind) {
    case "net":
      return broadHost(entry);
    case "run":
      return runsAnything(entry) ? "can run anything that you can" : undefined;
    case "read":
      return broadRead(entry, places);
    case "write":
      return broadWrite(entry, places);
    case "data":
      return entry === "*" ? "the data of every behavior" : undefined;
    default:
      return undefined;
  }
}

function broadHost(entry: string): string | undefined {
  if (entry === "*") return "any public host";
  if (entry === PRIVATE_NETWORK) return "its hosts may lead anywhere in your private network";
  return internalKind(entry) === "credentials"
    ? "may hand out the credentials of this machine"
    : undefined;
}

/** `python3.12` is a Python, and some file systems take `BASH` for `bash`. */
function runsAnything(entry: string): boolean {
  if (placeholderOf("run", entry) !== undefined) return false;
  const name = entry.slice(entry.lastIndexOf("/") + 1).toLowerCase().replace(/\.exe$/, "");
  return RUNS_ANYTHING.has(name) || RUNS_ANYTHING.has(name.replace(/[-_]?\d[\d.]*$/, ""));
}

function broadRead(entry: string, places: Places): string | undefined {
  const at = withoutHome(entry, places);
  if (at.base === "/" && at.parts.length === 0) return "every file that you can read";
  if (at.base === "home" || isAbove(entry, places.home)) return "everything in your home folder";
  return at.base === "~" && SECRETS.includes(at.parts[0]!)
    ? "keys and passwords may be there"
    : undefined;
}

function broadWrite(entry: string, places: Places): string | undefined {
  const at = withoutHome(entry, places);
  if (at.base === "/" && (at.parts.length === 0 || SYSTEM_FOLDERS.has(at.parts[0]!))) {
    return "may change what the system runs";
  }
  const [first = "."] = at.parts;
  const deciding = first.startsWith(".") || first === "bin" || first === "Library";
  return at.base === "home" || at.base === "~" && deciding
    ? "may change what runs as you"
    : undefined;
}

/** The entry with the home folder as `~`, however it is written; base `home` for the folder itself. */
function withoutHome(entry: string, places: Places): { base: string; parts: string[] } {
  const at = pathEntry(entry);
  const path = absoluteEntry(entry, places);
  if (path !== undefined && places.home !== undefined) {
    const home = absoluteEntry(places.home, {});
    if (path === home) return { base: "home", parts: [] };
    if (home !== undefined && path.startsWith(`${home}/`)) {
      return { base: "~", parts: path.slice(home.length + 1).split("/") };
    }
  }
  return at.base === "~" && at.parts.length === 0 ? { base: "home", parts: [] } : at;
}

function isAbove(entry: string, folder: string | undefined): boolean {
  const { base, parts } = pathEntry(entry);
  return base === "/" && parts.length > 0 && (folder ?? "").startsWith(`/${parts.join("/")}/`);
}
