import { deepEqual, equal, ok } from "node:assert/strict";
import { parseGrant, permissionProblem } from "@svc/core/permission";
import { hostileText } from "@svc/fakes/text";
import fc from "fast-check";
import { repositoryAt } from "../repository/repository.ts";
import { denialIn, permissionDenied } from "./denial.ts";
import type { DenialAbout } from "./denied_grant.ts";

const ABOUT: DenialAbout = {
  type: "@acme/greeter",
  resolved: {
    origin: "local",
    extension: "@acme/greeter",
    manifest: "ext/manifest.yaml",
    permissions: {},
  },
  repository: repositoryAt("/home/ann/repo", "/home/ann/.config/svc"),
  env: (name) => ({ HOME: "/home/ann", PATH: "/usr/bin:/bin" })[name],
};

/** Each denial with what would grant it; undefined where nothing does. */
const DENIALS: [kind: string, target: string, grant: string | undefined][] = [
  ["net", "a.example:443", "net:a.example"],
  ["net", "a.example:80", "net:a.example"],
  ["net", "a.example:8443", "net:a.example:8443"],
  ["net", "[::1]:8443", "net:[::1]:8443"],
  ["net", "10.1.2.3:443", "net:10.1.2.3:443"],
  ["net", "169.254.169.254:80", "net:169.254.169.254:80"],
  ["net", "8.8.8.8:443", "net:8.8.8.8"],
  ["net", "0.0.0.0:0", "net:0.0.0.0"],
  ["net", "unix:/run/docker.sock", undefined],
  ["data", "@acme/other", "data:@acme/other"],
  ["data", "no type\n", "data:*"],
  ["env", "GH_TOKEN", "env:GH_TOKEN"],
  ["env", "SVC_API_KEY", undefined],
  ["sys", "hostname", "sys:hostname"],
  ["run", "/usr/bin/git", "run:git"],
  ["run", "/opt/bin/git", "run:/opt/bin/git"],
  ["run", "git", "run:git"],
  ["run", "git,bash", undefined],
  ["read", "/home/ann/repo/docs/a.md", "read:docs/a.md"],
  ["write", "/home/ann/repo/out", "write:out"],
  ["read", "docs", "read:docs"],
  ["read", "CWD", "read:."],
  ["read", "/home/ann/repo", "read:."],
  ["write", "/home/ann/repo", undefined],
  ["read", "/home/ann/data/x", "read:~/data/x"],
  ["read", "/home/anna/x", "read:/home/anna/x"],
  ["read", "../data/x", "read:~/data/x"],
  ["read", "/etc/passwd", "read:/etc/passwd"],
  ["read", "/home/ann/repo/.svc/data", undefined],
  ["read", "/home/ann/.config/svc/auth.json", undefined],
  ["write", "/home/ann/repo/.git/hooks/x", undefined],
  ["write", "/home/ann/repo/behaviors/x.yaml", undefined],
  ["read", "/x\u202e", undefined],
  ["all", "/proc/self/environ", undefined],
  ["read", "/proc/version", undefined],
  ["read", "/sys/class/dmi/id/bios_date", undefined],
  ["ffi", "lib.so", undefined],
];

for (const [kind, target, grant] of DENIALS) {
  Deno.test(`a denied ${kind} of ${JSON.stringify(target)} says ${grant ?? "that nobody gets it"}`, () => {
    const error = permissionDenied([{ kind, target }], ABOUT);
    equal(error.code, "permission_denied");
    deepEqual(error.grants, grant === undefined ? undefined : [grant]);
    equal(error.message.includes("which no extension may have"), grant === undefined);
    equal(error.hint === "No extension may have this.", grant === undefined);
  });
}

Deno.test("of a file beside the code its name is said, and how an author ships one", () => {
  const target = "/home/ann/repo/.svc/bundles/pulled-1/data/a.wasm";
  const { message, hint } = permissionDenied([{ kind: "read", target }], ABOUT);
  ok(message.includes("  read data/a.wasm beside its code, which no extension may have"), message);
  ok(/^No extension may have this\. .*context\.extensionFile/.test(hint!));
});

Deno.test("several denials are one refusal: each once, what is wide said, one command, the manifest's lines", () => {
  const error = permissionDenied([
    { kind: "net", target: "a.example:443" },
    { kind: "net", target: "a.example:8443" },
    { kind: "run", target: "bash" },
    { kind: "net", target: "a.example:443" },
    { kind: "read", target: "/home/ann/it's here/x" },
    { kind: "all", target: "/proc/self/environ" },
  ], ABOUT);
  equal(
    error.message,
    [
      "@acme/greeter requested permissions that it was not granted:",
      "  net a.example",
      "  run bash (wide: can run anything that you can)",
      "  read ~/it's here/x (/home/ann/it's here/x)",
      "  all /proc/self/environ, which no extension may have",
    ].join("\n"),
  );
  deepEqual(error.grants, ["net:a.example", "run:bash", "read:~/it's here/x"]);
  equal(
    error.hint,
    [
      "To grant it, run: svc extension grant @acme/greeter net:a.example run:bash " +
      `'read:~/it'\\''s here/x'`,
      "or add to ext/manifest.yaml:",
      "  permissions:",
      "    net:",
      "      - a.example",
      "    run:",
      "      - bash",
      "    read:",
      `      - "~/it's here/x"`,
    ].join("\n"),
  );
});

Deno.test("a path below a folder that the person set asks for the folder, unless it is a wide one", () => {
  const grantsOf = (target: string, settings: Record<string, unknown>) =>
    permissionDenied([{ kind: "write", target }], { ...ABOUT, settings }).grants;
  const settings = { path: "/srv/share", cache: "/srv/share/cache", token: "a", ports: [1] };
  deepEqual(grantsOf("/srv/share/cache/x/1", settings), ["write:/srv/share"]);
  deepEqual(grantsOf("/srv/share", settings), ["write:/srv/share"]);
  deepEqual(grantsOf("/srv/shared/x", settings), ["write:/srv/shared/x"]);
  deepEqual(grantsOf("/home/ann/repo/out/x", { path: "/home/ann/repo/out/" }), ["write:out"]);
  for (const path of ["/", "/home", "/home/ann", "/etc"]) {
    deepEqual(grantsOf(`${path}/a/b`.replace("//", "/"), { path }), [
      `write:${path === "/home/ann" ? "~" : path.replace(/\/$/, "")}/a/b`,
    ]);
  }
});

Deno.test("an address that hands out the machine's credentials is granted by a line of its own", () => {
  const hint = (...targets: string[]) =>
    permissionDenied(targets.map((target) => ({ kind: "net", target })), {
      ...ABOUT,
      resolved: { ...ABOUT.resolved, origin: "pulled" },
    }).hint;
  const grant = "svc extension grant @acme/greeter";
  equal(
    hint("169.254.169.254:80", "a.example:443"),
    `To grant it, run: ${grant} net:a.example\n` +
      `To also give it this machine's own cloud credentials, run: ${grant} net:169.254.169.254:80`,
  );
  equal(hint("169.254.169.254:80"), `To grant it, run: ${grant} net:169.254.169.254:80`);
});

Deno.test("what a scan found beside is named with its place, unless it is granted or only a variable", () => {
  const { message, grants } = permissionDenied([{ kind: "net", target: "a.example:443" }], {
    ...ABOUT,
    resolved: {
      ...ABOUT.resolved,
      permissions: { read: ["docs"] },
      found: [
        { kind: "net", entry: "b.example", file: "models/x.ts", line: 12, by: "fetch" },
        { kind: "net", entry: "b.example", file: "models/y.ts", line: 1, by: "fetch" },
        { kind: "net", entry: "a.example", file: "models/x.ts", line: 13, by: "fetch" },
        { kind: "read", entry: "docs/a", file: "models/x.ts", line: 14, by: "readFile" },
        { kind: "read", entry: ".svc/data", file: "models/x.ts", line: 14, by: "readFile" },
        { kind: "read", entry: "~/.config/svc/x", file: "models/x.ts", line: 14, by: "readFile" },
        { kind: "run", file: "npm:got@1.0.0", by: "spawn" },
        { kind: "env", entry: "TOKEN", file: "models/x.ts", line: 15, by: "env.get" },
      ],
    },
  });
  deepEqual(grants, ["net:a.example", "net:b.example"]);
  ok(message.endsWith("Its code also names:\n  net b.example, in models/x.ts:12"), message);
});

Deno.test("the variable that another one of what a scan found is read from is named with it, where it is set", () => {
  const found = [
    { kind: "net" as const, entry: "${env.API_BASE}", file: "models/x.ts", line: 2, by: "fetch" },
    { kind: "env" as const, entry: "API_BASE", file: "models/x.ts", line: 1, by: "env.get" },
    { kind: "env" as const, entry: "API", file: "models/x.ts", line: 1, by: "env.get" },
    { kind: "env" as const, entry: "HOME", file: "models/x.ts", line: 3, by: "env.get" },
    { kind: "read" as const, entry: "~/.api/rc", file: "models/x.ts", line: 3, by: "readFile" },
  ];
  const resolved = { ...ABOUT.resolved, permissions: {}, found };
  const granted = (value: string | undefined) =>
    permissionDenied([{ kind: "net", target: "a.example" }], {
      ...ABOUT,
      resolved,
      env: (name) => name === "API_BASE" ? value : undefined,
    }).grants?.toSorted();
  const home = ["env:HOME", "net:a.example", "read:~/.api/rc"];
  deepEqual(
    granted("https://b.example"),
    [...home, "env:API_BASE", "net:${env.API_BASE}"].toSorted(),
  );
  deepEqual(granted(undefined), home);
});

Deno.test("a pulled extension is granted by the command alone, and a type without an extension by its own name", () => {
  const hint = (resolved: Partial<DenialAbout["resolved"]>) =>
    permissionDenied([{ kind: "env", target: "A" }], {
      ...ABOUT,
      resolved: { ...ABOUT.resolved, ...resolved },
    }).hint;
  equal(
    hint({ origin: "pulled" }),
    "To grant it, run: svc extension grant @acme/greeter env:A",
  );
  const { extension: _, manifest: _file, ...bare } = ABOUT.resolved;
  const text = permissionDenied([{ kind: "env", target: "A" }], { ...ABOUT, resolved: bare }).hint;
  equal(text, `To grant it, run: svc extension grant ${ABOUT.type} env:A`);
});

/** What was granted, what was refused, and how the line of it ends. */
const LED: [granted: string[], target: string, host: string | undefined, said: string][] = [
  [["vm:443"], "127.0.0.1:443", "vm:443", "127.0.0.1:443 (this machine), where vm:443 leads"],
  [
    ["a.b:80", "*.c.d", "x.y:8080", "10.0.0.9", "private_network"],
    "10.1.2.3:80",
    undefined,
    "10.1.2.3:80 (your private network), where one of these may lead: a.b:80, *.c.d",
  ],
  [["x.y:8080"], "10.1.2.3:80", undefined, "10.1.2.3:80 (your private network)"],
  [[], "a.example:443", "vm:443", "a.example"],
];

for (const [net, target, host, said] of LED) {
  Deno.test(`${target} refused under ${net.join(", ") || "nothing"} reads: ${said}`, () => {
    const resolved = { ...ABOUT.resolved, permissions: { net } };
    const denial = { kind: "net", target, ...(host === undefined ? {} : { host }) };
    const { message, hint } = permissionDenied([denial], { ...ABOUT, resolved });
    equal(message.split("\n").at(-1), `  net ${said}`);
    const changes = said.includes("private") && !net.includes("private_network");
    equal(hint!.includes("net:private_network allows the granted hosts"), changes);
  });
}

Deno.test("whatever code says that it was denied, only what the grammar takes is offered, on its own line", () => {
  const kind = fc.constantFrom(
    "net",
    "run",
    "env",
    "read",
    "write",
    "sys",
    "data",
    "all",
    "toString",
  );
  const target = fc.oneof(hostileText, fc.stringMatching(/^[a-z.*:/~$' ,{}\n\u202e-]{0,12}$/));
  fc.assert(
    fc.property(
      fc.array(fc.record({ kind, target }), { minLength: 1, maxLength: 40 }),
      (denials) => {
        const error = permissionDenied(denials, ABOUT);
        for (const text of error.grants ?? []) {
          const grant = parseGrant(text);
          equal(permissionProblem(grant.kind, grant.entry), undefined);
        }
        ok((error.grants?.length ?? 0) <= 20);
        ok(error.message.split("\n").length <= 41);
        // Nothing but line ends that svc itself made.
        equal(/[\p{Cc}\u202e]/u.test(error.message.replaceAll("\n", "")), false);
      },
    ),
  );
});

Deno.test("Deno's refusals are recognised with their target, in quotes or brackets, other messages are not", () => {
  const net = 'Requires net access to "a.example:443", run again with the --allow-net flag';
  deepEqual(denialIn(`fetch failed: ${net}`), { kind: "net", target: "a.example:443" });
  deepEqual(denialIn('Requires read access to "/a"b", run again with the --allow-read flag'), {
    kind: "read",
    target: '/a"b',
  });
  deepEqual(denialIn("Requires read access to <CWD>, run again"), { kind: "read", target: "CWD" });
  const request = (url: string, address: string) =>
    denialIn(
      `fetch failed: error sending request for url (${url}): client error (Connect): ` +
        `Requires net access to "${address}", run again with the --allow-net flag`,
    );
  deepEqual(request("http://vm:8099/x?y", "127.0.0.1:8099"), {
    kind: "net",
    target: "127.0.0.1:8099",
    host: "vm:8099",
  });
  deepEqual(request("https://vm/", "[::1]:443"), {
    kind: "net",
    target: "[::1]:443",
    host: "vm:443",
  });
  // It was the proxy's address.
  deepEqual(request("https://vm/", "10.0.0.1:3128"), { kind: "net", target: "10.0.0.1:3128" });
  equal(denialIn("404 Not Found"), undefined);
});

/** An SDK that the code brings, of which nothing was granted. */
const SDK_FOUND = [
  { kind: "net" as const, entry: "*.amazonaws.com" },
  { kind: "env" as const, entry: "AWS_PROFILE" },
].map((use) => ({ ...use, file: "npm:@aws-sdk/client-sts@3.1.0", by: "", sdk: "aws" }));

Deno.test("an SDK of which a part was refused is offered as a whole, in one line", () => {
  for (const origin of ["pulled", "local"] as const) {
    const { message, grants, hint } = permissionDenied(
      [{ kind: "net", target: "sts.eu-central-1.amazonaws.com:443" }],
      { ...ABOUT, resolved: { ...ABOUT.resolved, origin, found: SDK_FOUND } },
    );
    deepEqual(grants, ["net:*.amazonaws.com", "env:AWS_PROFILE"]);
    equal(message.split("\n").length, 2, message);
    ok(message.includes("  sdk aws: net *.amazonaws.com, env AWS_PROFILE"), message);
    equal(hint, "To grant it, run: svc extension grant @acme/greeter sdk:aws");
  }
});

Deno.test("what an SDK needs at run time only is named with when, and by itself", () => {
  const about = {
    ...ABOUT,
    resolved: {
      ...ABOUT.resolved,
      found: SDK_FOUND,
      permissions: { net: ["*.amazonaws.com"], env: ["AWS_PROFILE"] },
    },
  };
  const denied = (kind: string, target: string) => permissionDenied([{ kind, target }], about);
  deepEqual(denied("net", "169.254.169.254:80").grants, ["net:169.254.169.254:80"]);
  ok(
    denied("net", "169.254.169.254:80").message.endsWith(
      ", which sdk aws needs where no other credentials are found, as on EC2",
    ),
  );
  ok(
    denied("run", "/bin/sh").message.endsWith(
      "sdk aws needs where a profile names a credential_process",
    ),
  );
  ok(
    denied("read", "/home/ann/.aws/sso/cache/x.json").message.endsWith(
      ", which sdk aws needs where a profile signs in with SSO",
    ),
  );
});

Deno.test("of a pulled extension nothing is offered again that its user left out", () => {
  const found = [{ kind: "net" as const, entry: "b.example", file: "models/x.ts", by: "fetch" }];
  const { grants } = permissionDenied([{ kind: "net", target: "a.example:443" }], {
    ...ABOUT,
    resolved: { ...ABOUT.resolved, origin: "pulled", found },
  });
  deepEqual(grants, ["net:a.example"]);
});
