import { deepEqual, equal, ok } from "node:assert/strict";
import fc from "fast-check";
import {
  describePermissions,
  kindRow,
  PERMISSION_KINDS,
  type PermissionKind,
} from "../permission/mod.ts";
import { wideReason } from "./wide_reason.ts";

const PLACES = { home: "/home/ann", root: "/home/ann/code/repo" };

const why = (kind: PermissionKind, entry: string) => wideReason(kind, entry, { places: PLACES });

/** Entries of each row, by the row's sentence; and entries of each kind that grant what they name. */
const WIDE: { readonly [kind in PermissionKind]: Readonly<Record<string, string>> } = {
  net: {
    "any public host": "*",
    "its hosts may lead anywhere in your private network": "private_network",
    "may hand out the credentials of this machine":
      "169.254.169.254 169.254.169.254:80 169.254.170.2 metadata.google.internal metadata:80 " +
      "*.google.internal 100.100.100.200 168.63.129.16 [fd00:ec2::254]:80 [fe80::1] " +
      "[::ffff:a9fe:a9fe]",
    "anybody can get an account there, and read what is sent to it":
      "*.co.uk *.github.io *.s3.amazonaws.com s3.eu-west-1.amazonaws.com *.amazonaws.com " +
      "*.vercel.app *.vercel.app:443 *.workers.dev *.blob.core.windows.net *.windows.net " +
      "storage.googleapis.com *.kawasaki.jp",
  },
  run: {
    "can run anything that you can":
      "bash /bin/sh python3.12 node_20 BASH ~/bin/env lua5.4 deno.exe npx find env xargs awk ssh " +
      "docker make gcc perl /usr/local/bin/python3",
    "its settings, hooks and options start other programs": "git gh terraform /usr/bin/git git.exe",
    "can send any file that you can read, and write any that you can":
      "curl rsync wget scp nc socat",
    "reads or writes any file that its arguments name": "tar sed cat cp hostname 7z jq",
    "runs what is in the files that it is given": "cc clang-17 rustc mvn tsc ld m4",
    "not known to be harmless: it may read, write, send or start what its arguments say":
      "tool pythonic date printenv ~/bin/true /tmp/uname /usr/local/bin/id busyboxx ./true",
  },
  env: {
    "its name says that it holds a secret":
      "GH_TOKEN GITHUB_TOKEN githubToken AWS_SECRET_ACCESS_KEY API_KEY APIKEY DEPLOY_KEY2 PGPASSWORD " +
      "DB_PASS MYSQL_PWD GOOGLE_APPLICATION_CREDENTIALS SSH_AUTH_SOCK OAUTH_CLIENT GITLAB_PAT " +
      "PRIVATE_PEM SESSION_COOKIE SENTRY_DSN JWT",
    "such an address may hold a password": "DATABASE_URL REDIS_URI PG_URL",
  },
  read: {
    "every file that you can read": "/ // /./ ~/../.. ../..",
    "everything in your home folder": "~ /home/ann /home ~/. ~/x/.. ${env.HOME} $HOME /Users",
    "keys and passwords may be there":
      "~/.ssh ~/.ssh/id_rsa /home/ann/.aws ~/.config/gh ~/.netrc ~/.npmrc ~/.docker ~/.kube " +
      "~/.gnupg ~/.mozilla ~/Library/Keychains ~/.SSH ~/./.ssh ~//.ssh ~/x/../.ssh " +
      "${env.HOME}/.ssh $HOME/.ssh ${HOME}/.ssh %USERPROFILE%/.ssh ${env.XDG_CONFIG_HOME}/gh " +
      "${env.XDG_DATA_HOME}/keyrings",
    "settings of programs are there, which may hold keys":
      "~/.terraform.d ~/.cache/x ~/snap/firefox ~/AppData/x ${env.XDG_CACHE_HOME}/x",
    "the home folder of somebody else": "/home/bob /home/bob/x /Users/eve/x /home/anna/.ssh",
    "accounts, keys and settings of this machine are there":
      "/etc /etc/hosts //etc/passwd /ETC /private/etc /root /root/x /var /var/lib/docker /x/../etc",
    "what programs hold in memory is there": "/proc /proc/self/environ /dev /sys",
    "secrets and sockets of services are there": "/run/secrets /run /var/run/docker.sock",
    "a file of that name holds keys or passwords":
      ".env .env.local app/.env .npmrc .ssh deploy/id_ed25519 certs/site.pem secrets/x " +
      "${globalArgs.dir}/.ssh /srv/app/.git/config .ENV credentials.json",
  },
  write: {
    "may change what the system runs": "/etc/cron.d /usr/local/bin/x /bin /root/x",
    "may change what runs as you": "~/.bashrc /home/ann/bin ~/.x/y ~/out/../.profile ~/bin/x",
    "programs that others run are there": "/opt/tool /nix/x /proc/1/mem",
    "the home folder of somebody else": "/home/bob/x /Users/eve",
    "services of this machine read what is there": "/run/x /var/spool/cron /var/lib/x",
    "decides what your CI, editor, git or coding agent does":
      ".github .github/workflows/x.yml ./.github .//.GitHub .gitlab-ci.yml .vscode .idea/x .git " +
      "sub/.git/hooks Jenkinsfile AGENTS.md x/CLAUDE.md out/../.github ${globalArgs.dir}/.github " +
      "/srv/app/.github",
    "a name with a dot in front holds settings of other programs":
      ".cache .terraform out/.x ./.x x//.y /srv/.x ~/out/.x",
    "your programs load code from there":
      "node_modules web/node_modules/x vendor scripts bin hooks",
    "is run when somebody builds, tests or starts what is in the repository":
      "Makefile package.json web/Package.JSON Dockerfile docker-compose.yml run.sh setup.py " +
      "vite.config.ts tsconfig.json sub/../Makefile",
  },
  sys: {},
  data: { "the data of every behavior": "*" },
  graft: {
    "sees the arguments, secrets and data of its behaviors, and can change or stop their methods":
      "@a/b",
  },
};

const EXACT: { readonly [kind in PermissionKind]: string } = {
  net: "api.example.com example.com:443 *.example.com *.a.b localhost:8080 10.0.0.1 [::1]:443 " +
    "acme.github.io *.acme.github.io *.acme.co.uk ${env.URL} ${globalArgs.url}",
  run: "true uname whoami /usr/bin/id /bin/echo nproc ${env.TOOL} ${globalArgs.tool}",
  env: "HOME PATH LANG CI GIT_AUTHOR_NAME PATTERN MONKEYS_EATEN API_URL KEYBOARD AUTHOR TOKYO",
  read:
    ". data ./x ~/a ~/ssh /srv/a /hom /var2 docs/environment ${globalArgs.dir} ${env.DIR}/x tmp",
  write:
    "out out/x.txt data/in ~/out /var/tmp/x /tmp/x /data etc ${globalArgs.dir}/out packages.json",
  sys: "hostname cpus networkInterfaces",
  data: "@a/* @acme/scan scan",
  graft: "",
};

for (const kind of PERMISSION_KINDS) {
  Deno.test(`${kind}: each row marks its entries with its sentence, and nothing else is marked`, () => {
    deepEqual(
      (kindRow(kind).wide?.rows ?? []).map((row) => row.why),
      Object.keys(WIDE[kind]),
      "a cell for each row",
    );
    for (const [said, entries] of Object.entries(WIDE[kind])) {
      for (const entry of entries.split(" ")) equal(why(kind, entry), said, `${kind} ${entry}`);
    }
    for (const entry of EXACT[kind].split(" ").filter((one) => one !== "")) {
      equal(why(kind, entry), undefined, entry);
    }
  });
}

/** Spellings that a person, or a file system, takes for the same. */
const SPELLINGS: { readonly [kind in PermissionKind]?: ((entry: string) => string)[] } = {
  net: [
    (one) => one.toUpperCase(),
    (one) => /[\]*]$|:\d+$/.test(one) ? one : `${one}.`,
    (one) => /:\d+$|^\*$/.test(one) ? one : `${one}:8443`,
  ],
  run: [
    (one) => one.toUpperCase(),
    (one) => `${one}.exe`,
    (one) => one.includes("/") ? one.replaceAll("/", "//") : `/usr/bin/${one}`,
    (one) => one.includes("/") ? one : `/usr/bin//${one}`,
    (one) => one.includes("/") ? one : `~/${one}`,
    (one) => `${one}.`,
  ],
  read: paths(),
  write: paths(),
};

function paths() {
  return [
    (one: string) => one.toUpperCase().replaceAll(/\{\w+/g, (start) => start.toLowerCase()),
    (one: string) => `${one}/`,
    (one: string) => `${one}/.`,
    (one: string) => `${one}/x/..`,
    (one: string) => one.replaceAll("/", "//"),
    (one: string) => one.replaceAll("/", "/./"),
    (one: string) => one.replace("/", "/x/../"),
    (one: string) => one.replaceAll("/", "\\"),
    (one: string) => one.replace(/^~(?=\/|$)/, "/home/ann"),
    (one: string) => one.replace(/^~(?=\/|$)/, "${env.HOME}"),
    (one: string) => one.replace(/^~(?=\/|$)/, "$HOME"),
  ];
}

Deno.test("no spelling of an entry loses its mark", () => {
  const cells = PERMISSION_KINDS.flatMap((kind) =>
    Object.values(WIDE[kind]).join(" ").split(" ").filter((entry) => entry !== "")
      .map((entry) => ({ kind, entry }))
  ).filter(({ kind, entry }) => SPELLINGS[kind] !== undefined && !/globalArgs/.test(entry));
  fc.assert(
    fc.property(
      fc.constantFrom(...cells),
      fc.array(fc.nat(), { minLength: 1, maxLength: 3 }),
      ({ kind, entry }, picks) => {
        const ways = SPELLINGS[kind]!;
        const spelled = picks.reduce((text, at) => ways[at % ways.length]!(text), entry);
        ok(why(kind, spelled) !== undefined, `${kind} ${entry} as ${spelled}`);
      },
    ),
    { numRuns: 3000 },
  );
});

Deno.test("a placeholder is as wide as the value that its publisher set", () => {
  const model = (
    tool: string,
  ) => [{ globalArguments: { properties: { tool: { default: tool } } } }];
  const of = (kind: PermissionKind, value: string) =>
    wideReason(kind, "${globalArgs.tool}", { models: model(value) });
  equal(of("run", "git"), "its settings, hooks and options start other programs");
  equal(of("run", "true"), undefined);
  equal(
    of("net", "http://169.254.169.254/latest"),
    "may hand out the credentials of this machine",
  );
  equal(of("read", "~/.ssh"), "keys and passwords may be there");
  equal(of("read", "data"), undefined);
});

Deno.test("a line says where a path leads, what a pattern holds, and what is wide about it", () => {
  deepEqual(
    describePermissions(
      {
        net: ["*.a.b", "*"],
        run: ["~/bin/bash", "${globalArgs.tool}"],
        read: ["~/data", "/srv/hosts", "~", "docs"],
        write: ["${globalArgs.dir}/out"],
      },
      [{ globalArguments: { properties: { dir: { default: "/tmp/\u202ex" } } } }],
      PLACES,
      wideReason,
    ),
    [
      "net *.a.b (a.b and all names below it)",
      "net * (wide: any public host)",
      "run ~/bin/bash (/home/ann/bin/bash; wide: can run anything that you can)",
      "run ${globalArgs.tool} (the program you set)",
      "read ~/data (/home/ann/data)",
      "read /srv/hosts",
      "read ~ (/home/ann; wide: everything in your home folder)",
      "read docs",
      "write ${globalArgs.dir}/out (/tmp/\\u202ex/out unless you set another)",
    ],
  );
});
