import assert from "node:assert/strict";
import { hostileText } from "@svc/fakes/text";
import fc from "fast-check";
import { permissionProblem, tooManyPermissions } from "./entry.ts";
import { hostOf, hostsOf } from "./host.ts";
import { coversDataOf } from "./data.ts";
import { placeholderOf } from "./kinds.ts";
import { PERMISSION_KINDS, type PermissionKind } from "./permission.ts";
import { describePermissions, placeholderSources } from "./describe.ts";
import { normalizeType } from "../type/type.ts";

const GOOD: Record<PermissionKind, string[]> = {
  net: ["api.github.com", "localhost:8080", "*.example.com", "10.0.0.1", "[::1]:443", "[fe80::1]"]
    .concat("${env.GITHUB_API_URL}", "${globalArgs.baseUrl}", "xn--bcher-kva.example")
    .concat("*", "*.example.com:8443", "private_network"),
  run: ["gh", "git", "python3.12", "g++", "node_20", "/usr/bin/git", "~/bin/tool", "${env.TOOL}"]
    .concat("${globalArgs.tool}"),
  env: ["HOME", "PATH", "GH_TOKEN", "_x1"],
  read: ["data", "data/in.json", "./x", "a b", "..a", "/", "/etc/hosts", "~", "~/data", "~/.ssh"]
    .concat("${globalArgs.dir}", "${env.HOME}/x y", "."),
  write: ["out", "out/x.txt", "/var/tmp/x", "~/out", "${globalArgs.dir}", "${env.DIR}/out"],
  sys: ["hostname", "cpus"],
  data: ["@acme/scan", "@acme/*", "@acme/cloud/vm", "@acme/cloud/*", "command/shell", "aws/*"]
    .concat("scan", "*", "@a/b_c-2"),
  graft: ["@acme/scan", "@acme/cloud/vm", "aws/ec2"],
};

const BAD: Record<PermissionKind, string[]> = {
  net: [
    "",
    "*:443",
    "**",
    "*.",
    "unix:/run/docker.sock",
    "10.0.0.0/8",
    "https://a.b",
    "a.b/c",
    "a b",
    "a,b",
    "a.b:",
    "a.b:123456",
    "-a.b",
    "user@a.b",
  ]
    .concat("${env.}", "${env.A-B}", "${other.X}", "x${env.A}", "a..b", "*.*.a", "${env.A}:80")
    .concat("private_network:443", "*.private_network", "Private_network", "public_network")
    .concat("a.b:99999", "300.1.1.1", "a.b\n", "a.b:0", "a.b:080", "a.b:443\n")
    // Other ways to write an address, and names that only look like one.
    .concat("0x7f.1", "2130706433", "127.1", "0177.0.0.1", "127.0.0.1.", "0", "[::0001]", "[::1")
    .concat("[0:0:0:0:0:0:0:1]", "API.example.com", "bücher.example", "аpi.github.com")
    .concat("ａpi.github.com", "api。github.com", "a\u00adb.example", "a\u200b.example", "a_b.c")
    .concat("xn--a.example", "*.com", "*.10.0.0.1", "*.[::1]", "a%2eb", "a@b", "a#b", "a?b")
    .concat(`${"a".repeat(64)}.b`, `${"a.".repeat(130)}b`, "${env.SVC_API_KEY}"),
  run: [
    "",
    "bin/sh",
    "../x",
    "a b",
    "-rf",
    "a,b",
    "*",
    "gh\n",
    "/",
    "/bin/",
    "/bin/../sh",
    "~",
    "~/",
  ]
    .concat(
      "~root/x",
      "/a,/b",
      "./x",
      "${env.LD_PRELOAD}",
      "${env.A}/x",
      "-/x",
      "/a\u200bb",
      "gіt",
    ),
  env: ["SVC_API_KEY", "svc_home", "DENO_AUTH_TOKENS", "LD_PRELOAD", "DYLD_INSERT_LIBRARIES"]
    .concat("NODE_OPTIONS", "BASH_ENV", "", "A-B", "1A", "A=B", "A,B", "*", "A*", "A\n", "А"),
  read: ["a\u202eb", "a\u200b", "a ", "b/ c", "a\u00a0b", "C:/x", "a\x1b[2J", "x".repeat(5000)]
    .concat("/etc/../x", "~/..", "~ann/x", "~~", "/a,b", "${other.x}", "a/${env.X}", "${env.X}x")
    .concat("${env.X}/../y", "${env.X}/${env.Y}", "${env.SVC_HOME}", "${env.X", "/a\\b", "~/a\n")
    .concat("", "../x", "a/../b", "a\\b", "a,b", "a\0", "a\nb", "a/.."),
  write: ["", "/", "~", "..", "a,b", ".", "./", ".//.", "//", "/.", "~/", "~/.", "${env.X}/.."],
  sys: ["", "all", "Hostname", "toString"],
  data: ["", "@acme", "@", "/", "@acme/", "@/scan", "/*", "@*", "**", "*/scan", "@acme/*/scan"]
    .concat("@acme/s*", "@Acme/scan", "a//b", "a/../b", "a/@b", "@@a/b", "a.b", "a b", "a,b", "a\n")
    .concat("@acme/scan ", "AWS::EC2", "@acme/\u0455can", "-a/b"),
  graft: [
    "",
    "*",
    "@acme",
    "@acme/*",
    "aws/*",
    "@Acme/scan",
    "AWS::EC2",
    "@acme/scan ",
    "@a/\u0455",
  ],
};

for (const kind of PERMISSION_KINDS) {
  for (const entry of GOOD[kind]) {
    Deno.test(`${kind} ${JSON.stringify(entry)} can be granted`, () => {
      assert.equal(permissionProblem(kind, entry), undefined);
    });
  }
  for (const entry of BAD[kind]) {
    Deno.test(`${kind} ${JSON.stringify(entry)} is refused with what is allowed`, () => {
      assert.match(permissionProblem(kind, entry) ?? "", /^must (?:be|have) /);
    });
  }
}

Deno.test("no accepted entry can carry a second grant, or what is not seen", () => {
  const tricky = fc.stringMatching(/^[a-z.*:[\]/${}0-9,\0\n\u202e\u200b@ -]{1,12}$/);
  const near = fc.constantFrom(...Object.values(GOOD).flat());
  const entry = fc.tuple(near, tricky, fc.nat(20)).map(([good, trick, at]) =>
    good.slice(0, at) + trick + good.slice(at)
  );
  fc.assert(
    fc.property(
      fc.constantFrom(...PERMISSION_KINDS),
      fc.oneof(tricky, entry, hostileText),
      (kind, one) => {
        if (permissionProblem(kind, one) === undefined) {
          assert.doesNotMatch(one, /[,\p{C}]/u);
          if (kind === "net" && placeholderOf("net", one) === undefined && one !== "*") {
            // What is read is what a program would have to ask for.
            const bare = one.replace(/^\*\./, "");
            assert.equal(new URL(`https://${bare}`).host, bare.replace(/:443$/, ""));
          }
        }
      },
    ),
    { numRuns: 1000 },
  );
});

for (
  const [entry, plain] of [
    ["0x7f.1", "127.0.0.1"],
    ["2130706433", "127.0.0.1"],
    ["API.example.com:8080", "api.example.com"],
    ["аpi.github.com", "xn--pi-6kc.github.com"],
    ["[::0001]", "[::1]"],
  ]
) {
  Deno.test(`net ${entry} is refused with the form to write, ${plain}`, () => {
    assert.equal(permissionProblem("net", entry!)?.split(", ")[1], plain);
  });
}

Deno.test("an entry has a limit in bytes, and what it says does not repeat the entry", () => {
  const long = "é".repeat(131);
  assert.match(permissionProblem("read", long)!, /at most 260 bytes/);
  assert.equal(permissionProblem("read", "é".repeat(130)), undefined);
});

Deno.test("permissions have a limit a kind and in all", () => {
  const many = (count: number) => Array.from({ length: count }, (_, index) => `a${index}.example`);
  assert.match(tooManyPermissions({ net: many(3000) })!, /at most 50 entries of net/);
  assert.equal(tooManyPermissions({ net: many(50), env: many(50) }), undefined);
  assert.match(tooManyPermissions({ net: many(50), env: many(50), run: ["gh"] })!, /at most 100/);
});

Deno.test("hosts are taken from URLs and bare names alike", () => {
  assert.equal(hostOf("https://api.example.com"), "api.example.com:443");
  assert.equal(hostOf("http://127.0.0.1:4000/api"), "127.0.0.1:4000");
  assert.equal(hostOf("http://[::1]:80/"), "[::1]:80");
  assert.equal(hostOf("example.com"), "example.com");
  assert.equal(hostOf("postgres://ada:p%40w@db.example:5432/shop"), "db.example:5432");
  assert.equal(hostOf("https://api.example@other.example/"), "other.example:443");
  assert.equal(hostOf("ada:pw@db.example"), undefined);
  assert.equal(hostOf(""), undefined);
});

Deno.test("the URL of a database has several hosts, one of the web has one", () => {
  assert.deepEqual(hostsOf("mongodb://ada:p,w@a.example:27017,[::1]:27018/shop?replicaSet=x"), [
    "a.example:27017",
    "[::1]:27018",
  ]);
  assert.deepEqual(hostsOf("postgres://a.example,b.example/shop"), ["a.example", "b.example"]);
  assert.deepEqual(hostsOf("redis-sentinel://a.example:1,b.example:2"), [
    "a.example:1",
    "b.example:2",
  ]);
  assert.deepEqual(hostsOf("https://a.example/x,y"), ["a.example:443"]);
  for (
    const none of [
      "https://a.example,b.example/",
      "a.example,b.example",
      "postgres://a.example,*/shop",
      "postgres://a.example,/shop",
      "postgres://a.example,b.example/a b",
      "postgres://%2Frun%2Fdb,b.example/shop",
      "",
    ]
  ) assert.deepEqual(hostsOf(none), [], none);
});

Deno.test("of an address of ssh, the host is taken without the port of ssh and without a user", () => {
  for (
    const address of [
      "git@git.example:acme/tool.git",
      "ssh://git@git.example/acme/tool.git",
      "ssh://git.example:2222/acme/tool.git",
      "ssh://git:secret@git.example/acme/tool.git",
      "ssh://git@git.example",
    ]
  ) assert.equal(hostOf(address), "git.example", address);
  for (
    const address of [
      "git@*.example:acme",
      "git@a,b:acme",
      "git@a@b:acme",
      "git@-oProxyCommand=x:acme",
      "git@git.example:22",
    ]
  ) assert.equal(hostOf(address), undefined, address);
});

Deno.test("a placeholder is shown with the host its publisher set", () => {
  const model = (value: unknown) => ({
    globalArguments: { properties: { url: { default: value } } },
  });
  const shown = (models: Parameters<typeof describePermissions>[1]) =>
    describePermissions({ net: ["${globalArgs.url}"] }, models);
  const told = (host: string) => [`net \${globalArgs.url} (${host} unless you set another)`];
  assert.deepEqual(shown([model("https://evil.example/v3")]), told("evil.example:443"));
  assert.deepEqual(
    shown([
      model("https://one.example"),
      model("http://two.example"),
      model("https://one.example"),
    ]),
    told("one.example:443, two.example:80"),
  );
  const setting = (value: unknown) => ({
    configSchema: { properties: { url: { default: value } } },
  });
  const both = [model("https://one.example"), setting("https://two.example")];
  assert.deepEqual(shown(both), told("one.example:443"));
  assert.deepEqual(describePermissions({ net: ["${config.url}"] }, both), [
    "net ${config.url} (two.example:443 unless you set another)",
  ]);
  assert.deepEqual(
    placeholderSources({ models: [both[0]!], datastores: [both[1]!] }),
    both,
  );
  assert.deepEqual(placeholderSources(), []);
  assert.deepEqual(shown([model("https://аpi.github.com")]), told("xn--pi-6kc.github.com:443"));
  assert.deepEqual(shown([model("http://2130706433")]), told("127.0.0.1:80"));
  assert.deepEqual(shown([model("https://u:p@x")]), told("x:443"));
  assert.deepEqual(shown([model("mongodb://u:p@x:1,y:2/db")]), told("x:1, y:2"));
  assert.deepEqual(shown([model(undefined), {}]), ["net ${globalArgs.url} (the host you set)"]);
  assert.deepEqual(describePermissions({ net: ["${env.URL}", "a.b"], env: ["URL"] }), [
    "net ${env.URL} (the host you set)",
    "net a.b",
    "env URL",
  ]);
});

Deno.test("a placeholder with another default is a change, the same default is none", () => {
  const asked = (url: string) =>
    describePermissions({ net: ["${globalArgs.url}"] }, [
      { globalArguments: { properties: { url: { default: url } } } },
    ]);
  assert.deepEqual(asked("https://a.example"), asked("https://a.example/v2"));
  assert.deepEqual(asked("https://a.example"), [
    "net ${globalArgs.url} (a.example:443 unless you set another)",
  ]);
  assert.deepEqual(asked("https://b.example"), [
    "net ${globalArgs.url} (b.example:443 unless you set another)",
  ]);
});

Deno.test("what a forged permission says cannot break its line or hide in it", () => {
  assert.deepEqual(describePermissions({ read: ["a\nnet \u202eb"] }), ["read a\\nnet \\u202eb"]);
});

for (
  const [entries, type, covered] of [
    [["@acme/scan"], "@acme/scan", true],
    [["@acme/scan"], "@acme/scan/deep", false],
    [["@acme/scan"], "@acme/scanner", false],
    [["@acme/*"], "@acme/scan", true],
    [["@acme/*"], "@acme/cloud/vm", true],
    [["@acme/*"], "@acme-tools/scan", false],
    [["@acme/*"], "@acme", false],
    [["@acme/cloud/*"], "@acme/cloud", false],
    [["@acme/cloud/*"], "@acme/clouds/vm", false],
    [["x/y", "@acme/*"], "@acme/scan", true],
    [["*"], "command/shell", true],
    [[], "@acme/scan", false],
  ] as const
) {
  Deno.test(`data ${entries.join(", ") || "none"} ${covered ? "covers" : "does not cover"} ${type}`, () => {
    assert.equal(coversDataOf(entries, type), covered);
  });
}

Deno.test("a data entry is a form that the types themselves are compared in", () => {
  for (const entry of GOOD["data"]!) {
    assert.equal(normalizeType(entry), entry);
    if (!entry.includes("*")) assert.ok(coversDataOf([entry], normalizeType(entry.toUpperCase())));
  }
});

Deno.test("a placeholder names an argument, a setting or a variable, and a path may go on after it", () => {
  const at = (source: string, name: string, below = "") => ({ source, name, below });
  assert.deepEqual(placeholderOf("net", "${env.API_URL}"), at("env", "API_URL"));
  assert.deepEqual(placeholderOf("run", "${globalArgs.tool}"), at("globalArgs", "tool"));
  assert.deepEqual(
    placeholderOf("read", "${globalArgs.dir}/in/a"),
    at("globalArgs", "dir", "in/a"),
  );
  assert.deepEqual(placeholderOf("net", "${config.address}"), at("config", "address"));
  assert.deepEqual(placeholderOf("write", "${config.path}/a"), at("config", "path", "a"));
  assert.equal(placeholderOf("env", "${config.name}"), undefined);
  assert.equal(placeholderOf("net", "${env.API_URL}/x"), undefined);
  assert.equal(placeholderOf("run", "${env.BIN}/x"), undefined);
  assert.equal(placeholderOf("env", "${env.NAME}"), undefined);
  assert.equal(placeholderOf("net", "api.github.com"), undefined);
});
