import { internalKind } from "./address.ts";
import { graftMeaning } from "./graft.ts";
import { PRIVATE_NETWORK } from "./host.ts";
import type { BaseFolders } from "./path.ts";
import {
  type JudgedHost,
  judgedHost,
  type JudgedPath,
  judgedPath,
  type JudgedProgram,
  judgedProgram,
  judgedVariable,
} from "./spelling.ts";

/** What makes an entry wide: it grants more than its name says to who reads it. */
export interface WideRow {
  /** Why, in words for who grants it. */
  why: string;
  /** True for what the value of a placeholder may not bring: it has to be granted by its own name. */
  named?: true;
}

/** What the rows look at beside the entry. */
export interface WideContext extends BaseFolders {
  /** Tells the names below which everybody may have one; without it, none is known. */
  isShared?: (host: string) => boolean;
}

type Row<Judged> = WideRow & { is: (at: Judged, context: WideContext) => boolean };

/** What makes entries of one kind wide. */
export interface Wide {
  /** In the order in which they are looked at. */
  rows: readonly WideRow[];
  /** The first row that an entry is of; undefined for one that grants what it names. */
  rowOf(entry: string, context: WideContext): WideRow | undefined;
}

function wide<Judged>(
  judged: (entry: string, places: BaseFolders) => Judged,
  rows: readonly Row<Judged>[],
): Wide {
  return {
    rows,
    rowOf: (entry, context) => {
      const at = judged(entry, context);
      return rows.find(({ is }) => is(at, context));
    },
  };
}

/** What is wide of each kind; of `sys`, nothing. */
export const WIDE = {
  net: wide(judgedHost, [
    { why: "any public host", named: true, is: ({ host }) => host === "" },
    {
      why: "its hosts may lead anywhere in your private network",
      named: true,
      is: ({ host }) => host === PRIVATE_NETWORK,
    },
    {
      why: "may hand out the credentials of this machine",
      named: true,
      is: (at) =>
        internalKind(at.host) === "credentials" || METADATA.some((host) => holds(at, host)),
    },
    {
      why: "anybody can get an account there, and read what is sent to it",
      is: (at, { isShared }) =>
        RENTED.some((one) => holds(at, one)) || isShared?.(at.host) === true,
    },
  ]),
  run: wide(judgedProgram, [
    {
      why: "can run anything that you can",
      named: true,
      is: ({ name }) => STARTERS.has(name) || STARTERS.has(name.replace(/[-_]?\d[\d.]*$/, "")),
    },
    {
      why: "its settings, hooks and options start other programs",
      is: isOne(
        "git gh glab hg svn jj terraform tofu pulumi ansible helm nix brew apt apt-get dnf",
      ),
    },
    {
      why: "can send any file that you can read, and write any that you can",
      is: isOne("aria2c curl ftp gpg nc ncat netcat openssl rclone rsync scp sftp socat wget"),
    },
    {
      why: "reads or writes any file that its arguments name",
      is: isOne(
        "7z cat cp dd grep gunzip gzip head hostname jq ln mv rm sed sort tail tar unzip yq zip",
      ),
    },
    {
      why: "runs what is in the files that it is given",
      is: isOne(
        "ant bundle c++ cc clang clang++ esbuild g++ gradle javac jest ld m4 mvn pytest rustc tsc",
      ),
    },
    {
      why: "not known to be harmless: it may read, write, send or start what its arguments say",
      is: ({ name, ofSystem }) => !ofSystem || !HARMLESS.has(name),
    },
  ]),
  env: wide(judgedVariable, [
    { why: "its name says that it holds a secret", is: (name) => SECRET_NAME.test(name) },
    { why: "such an address may hold a password", is: (name) => ADDRESS_NAME.test(name) },
  ]),
  read: wide(judgedPath, [
    { why: "every file that you can read", named: true, is: isRoot },
    { why: "everything in your home folder", named: true, is: isHome },
    {
      why: "keys and passwords may be there",
      named: true,
      is: ({ base, parts: [first = ""] }) => base === "~" && HOME_SECRETS.has(first),
    },
    {
      why: "settings of programs are there, which may hold keys",
      is: ({ base, parts: [first = ""] }) => base === "~" && HOME_SETTINGS.test(first),
    },
    { why: "the home folder of somebody else", is: isForeignHome },
    {
      why: "accounts, keys and settings of this machine are there",
      is: touches("etc", "root", "boot", "var/lib", "var/db", "var/log", "var/mail", "var/spool"),
    },
    { why: "what programs hold in memory is there", is: touches("proc", "sys", "dev") },
    { why: "secrets and sockets of services are there", is: touches("run", "var/run") },
    {
      why: "a file of that name holds keys or passwords",
      is: ({ parts }) => parts.some((name) => CREDENTIALS.test(name)),
    },
  ]),
  write: wide(judgedPath, [
    {
      why: "may change what the system runs",
      named: true,
      is: (at) => isRoot(at) || at.base === "/" && SYSTEM_FOLDERS.has(at.parts[0]!),
    },
    {
      why: "may change what runs as you",
      named: true,
      is: (at, context) =>
        isHome(at, context) || at.base === "~" && /^(?:\.|(?:bin|library)$)/.test(at.parts[0]!),
    },
    { why: "programs that others run are there", is: touches("lib32", "nix", "opt", "proc") },
    { why: "the home folder of somebody else", is: isForeignHome },
    {
      why: "services of this machine read what is there",
      is: touches("run", "var/run", "var/lib", "var/db", "var/spool"),
    },
    {
      why: "decides what your CI, editor, git or coding agent does",
      is: ({ parts }) => parts.some((name) => AUTOMATION.test(name)),
    },
    {
      why: "a name with a dot in front holds settings of other programs",
      is: ({ parts }) => parts.some((name) => name.startsWith(".")),
    },
    {
      why: "your programs load code from there",
      is: ({ parts }) => parts.some((name) => CODE_FOLDERS.test(name)),
    },
    {
      why: "is run when somebody builds, tests or starts what is in the repository",
      is: ({ parts }) => BUILD_FILES.test(parts.at(-1) ?? ""),
    },
  ]),
  data: wide((type) => type, [
    { why: "the data of every behavior", named: true, is: (entry) => entry === "*" },
  ]),
  graft: wide((type) => type, [{ why: graftMeaning("its"), named: true, is: () => true }]),
};

/** Names under which clouds hand out credentials; the addresses are in `address.ts`. */
const METADATA = ["metadata", "metadata.google.internal", "metadata.azure.internal"]
  .concat("instance-data", "instance-data.ec2.internal");

/** Hosts and domains of storage that everybody can rent, beside those of the public suffix list. */
const RENTED = [...words(
  "aliyuncs.com amazonaws.com amazonaws.com.cn api.aws azure.com azure.net azureedge.net " +
    "backblazeb2.com cloudflarestorage.com digitaloceanspaces.com myqcloud.com oraclecloud.com " +
    "storage.googleapis.com wasabisys.com windows.net " +
    "vault.azure.net vault.azure.cn vault.usgovcloudapi.net " +
    "core.windows.net core.chinacloudapi.cn core.usgovcloudapi.net",
)];

/** Shells, interpreters and whatever starts other programs by its arguments. */
const STARTERS = words(
  "ash bash busybox cmd csh dash elvish fish ksh nu powershell pwsh sh tcsh zsh " +
    "awk bun deno gawk java julia lua luajit mawk node nodejs perl php python pypy r rscript ruby " +
    "tclsh npm npx pip pipx pnpm poetry tsx uv uvx yarn cargo go make cmake gcc " +
    "chroot crontab doas docker env find flatpak kubectl nice nohup nsenter parallel podman " +
    "runuser script screen setpriv setsid ssh su sudo systemctl systemd-run tee time timeout tmux " +
    "unshare watch xargs at batch ed emacs ex nano vi vim nvim less more man gdb strace expect",
);

/**
 * Programs that only print what they are given or what is known of the machine: no argument makes them
 * read a file that it names, write, send or start another. `date -f`, `hostname -F` and `printenv` do.
 */
const HARMLESS = words(
  "arch basename dirname echo expr false groups hostid id logname nproc printf pwd seq sleep sw_vers " +
    "true tty uname uptime uuidgen whoami",
);

const SECRET_NAME =
  /token|secret|passw|passphrase|credential|private|api_?key|access_?key|(?:^|_)(?:auth|authorization|cookie|creds?|dsn|jwt|keys?|oauth|pass|pat|pin|pwd)\d*(?:$|_)/;

const ADDRESS_NAME =
  /(?:^|_)(?:amqp|database|db|mongo|mongodb|mysql|pg|postgres|postgresql|rabbitmq|redis|smtp)_ur[il]$/;

/** Places directly below the home folder that hold keys and passwords. */
const HOME_SECRETS = words(
  ".ssh .aws .azure .gnupg .kube .docker .netrc .npmrc .pypirc .git-credentials .password-store " +
    ".config .local .mozilla .cargo .bash_history .zsh_history library",
);

/** What else there belongs to programs. */
const HOME_SETTINGS = /^(?:\.|(?:appdata|library|snap)$)/;

/** Places of the system that decide what runs for everybody. */
const SYSTEM_FOLDERS = words(
  "applications bin boot dev etc lib lib64 library root sbin sys system usr",
);

const CREDENTIALS =
  /^(?:\.(?:aws|azure|docker|env(?:\..*)?|envrc|git|git-credentials|gnupg|kube|my\.cnf|netrc|npmrc|password-store|pgpass|pypirc|ssh|vault-token|yarnrc(?:\.yml)?)|_netrc|credentials(?:\..*)?|id_(?:dsa|ecdsa|ed25519|rsa)|secrets?(?:\..*)?|.*\.(?:jks|kdbx|key|keystore|p12|pem|pfx))$/;

const AUTOMATION =
  /^(?:\.(?:agents|circleci|claude|cursor|cursorrules|devcontainer|git|gitattributes|github|gitlab|gitlab-ci\.yml|gitmodules|husky|idea|kiro|pre-commit-config\.ya?ml|travis\.yml|vscode)|agents\.md|appveyor\.yml|azure-pipelines\.ya?ml|bitbucket-pipelines\.yml|claude\.md|cloudbuild\.ya?ml|gemini\.md|jenkinsfile)$/;

const CODE_FOLDERS =
  /^(?:__pycache__|bin|bower_components|dist-packages|hooks|node_modules|sbin|scripts|site-packages|vendor|venv)$/;

const BUILD_FILES =
  /^(?:build\.rs|cargo\.(?:lock|toml)|cmakelists\.txt|composer\.json|conftest\.py|containerfile|deno\.jsonc?|docker-compose.*\.ya?ml|compose\.ya?ml|dockerfile.*|gemfile|gnumakefile|go\.(?:mod|work)|gradle\.properties|justfile|makefile|mix\.exs|noxfile\.py|npm-shrinkwrap\.json|package(?:-lock)?\.json|pnpm-.*\.yaml|pom\.xml|procfile|pyproject\.toml|rakefile|requirements.*\.txt|setup\.(?:cfg|py)|taskfile\.ya?ml|tox\.ini|tsconfig.*\.json|vagrantfile|yarn\.lock|.*\.(?:bash|bat|cmd|config\.[cm]?[jt]s|exe|fish|gradle|kts|mk|ps1|sh|zsh))$/;

function words(text: string): ReadonlySet<string> {
  return new Set(text.split(" "));
}

function isOne(names: string): (at: JudgedProgram) => boolean {
  const known = words(names);
  return ({ name }) => known.has(name) || known.has(name.replace(/-?\d[\d.]*$/, ""));
}

function holds(at: JudgedHost, host: string): boolean {
  return at.host === host || at.below && host.endsWith(`.${at.host}`);
}

function isRoot({ base, parts }: JudgedPath): boolean {
  return base === "/" && parts.length === 0;
}

/** The home folder, or one that holds it. */
function isHome({ base, parts }: JudgedPath, { home = "" }: WideContext): boolean {
  if (base === "~") return parts.length === 0;
  const above = `/${parts.join("/")}/`;
  return base === "/" &&
    (home.toLowerCase().startsWith(above) || /^\/(?:home|users)\/$/.test(above));
}

/** The person's own is at `~` where it is known. */
function isForeignHome({ base, parts: [first = ""] }: JudgedPath): boolean {
  return base === "/" && /^(?:home|users)$/.test(first);
}

/** True for a path in one of the folders, and for one that holds them. */
function touches(...folders: readonly string[]): (at: JudgedPath) => boolean {
  return ({ base, parts }) => {
    const path = `${parts.join("/")}/`;
    return base === "/" &&
      folders.some((one) => path.startsWith(`${one}/`) || `${one}/`.startsWith(path));
  };
}
