import { formatVkey, keyOf } from "@svc/log/note";
import { deepEqual, throws } from "node:assert/strict";
import { refusal } from "../../testing/refusal.ts";
import { parsePolicy } from "./parse.ts";

const FILE = "/home/ada/.config/svc/policy.yaml";
const parse = (text: string) => parsePolicy(text, FILE);

Deno.test("a policy allows and denies, for all and for extensions by pattern and origin", () => {
  const text = `# what this team may run
allow:
  - net:api.github.com
deny: ["run:*", "env:AWS_*", "read:~/.ssh"]
extensions:
  "@acme/*":
    from: https://registry.acme.example/
    allow: [net:*.acme.example]
  scan:
    from: [local, "https://a.example"]
    allow: ["data:*"]
    deny: [net:evil.example]
  "*":
    deny: [sys:hostname]
trustLockfile: true
provenance:
  require: ["@acme/*"]
  identities:
    - names: ["@acme/*"]
      issuer: https://token.actions.githubusercontent.com
      ownerId: 2002
      workflow: .github/workflows/release.yml
    - names: ["@acme/tool"]
      key: 4f
  root: /etc/svc/trusted_root.json
`;
  deepEqual(parse(text), {
    path: FILE,
    allow: { net: ["api.github.com"] },
    deny: { run: ["*"], env: ["AWS_*"], read: ["~/.ssh"] },
    extensions: [
      {
        pattern: "@acme/*",
        from: ["https://registry.acme.example"],
        allow: { net: ["*.acme.example"] },
        deny: {},
      },
      {
        pattern: "scan",
        from: ["local", "https://a.example"],
        allow: { data: ["*"] },
        deny: { net: ["evil.example"] },
      },
      { pattern: "*", from: [], allow: {}, deny: { sys: ["hostname"] } },
    ],
    trustLockfile: true,
    log: { mode: "use" },
    provenance: {
      require: ["@acme/*"],
      identities: [
        {
          names: ["@acme/*"],
          issuer: "https://token.actions.githubusercontent.com",
          ownerId: "2002",
          workflow: ".github/workflows/release.yml",
        },
        { names: ["@acme/tool"], key: "4f" },
      ],
      root: "/etc/svc/trusted_root.json",
    },
  });
  for (const empty of ["", "# nothing yet\n"]) {
    deepEqual(parse(empty).deny, {}, JSON.stringify(empty));
  }
});

for (
  const [what, text, line, problem] of [
    ["a misspelled key", "allow: []\ndenny: []\n", 2, /'denny' is not a key/],
    ["a misspelled key of a rule", 'extensions:\n  "*":\n    alow: []\n', 3, /'alow' is not a key/],
    ["a key twice", "deny: []\ndeny: []\n", 2, /unique/],
    ["another shape", "- net:a.example\n", 1, /must be a mapping/],
    ["a text for a list", "deny: net:a.example\n", 1, /must be a list/],
    ["a number in a list", "deny:\n  - 1\n", 2, /must be a list of strings/],
    ["an unknown kind", "deny:\n  - run:git\n  - nett:a.example\n", 3, /kind of permission/],
    ["an address for a host", "deny:\n  - net:https://a.example\n", 2, /must be a host/],
    ["a whole kind allowed", "allow:\n  - run:*\n", 2, /must be the name of a program/],
    ["variables by prefix allowed", "allow:\n  - env:AWS_*\n", 2, /one environment variable/],
    ["a placeholder denied", 'deny:\n  - "net:${globalArgs.url}"\n', 2, /cannot be denied/],
    ["a misspelled key of provenance", "provenance:\n  requir: []\n", 2, /not a key of provenance/],
    [
      "a misspelled identity",
      "provenance:\n  identities:\n    - name: x\n",
      3,
      /key of an identity/,
    ],
    [
      "an identity that any account at the issuer has",
      "provenance:\n  identities:\n    - names: ['*']\n      issuer: https://gitlab.com\n",
      3,
      /'issuer' with 'ownerId' or 'repositoryId'/,
    ],
    ["a root that is relative", "provenance:\n  root: root.json\n", 2, /absolute path/],
    ["a yes that is not a boolean", "trustLockfile: 'yes'\n", 1, /true or false/],
    ["a way to use logs that is none", "deny: []\nlog: always\n", 2, /require, use, off/],
    ["a log that is a yes", "log: true\n", 1, /require, use, off/],
    ["witnesses that are a list", "logTrust: []\n", 1, /must be a text/],
    ["witnesses without a quorum", "logTrust: |\n  # nobody\n", 1, /no line 'quorum'/],
    ["a name in capitals", 'extensions:\n  "@Acme/x": {}\n', 2, /in lower case/],
    ["a scope alone", 'extensions:\n  "@acme": {}\n', 2, /such as @acme\/\*/],
    [
      "a name allowed from anywhere",
      'extensions:\n  "@a/*":\n    allow: ["run:git"]\n',
      2,
      /'from'/,
    ],
    ["no registry", 'extensions:\n  "*":\n    from: ftp://a.example\n', 3, /address of a registry/],
    ["broken YAML", "allow: [\n", 2, /flow/i],
    ["an alias", "allow: &x [net:a.example]\ndeny: *x\n", 2, /must be a list/],
    ["a merge key", "extensions:\n  <<: {}\n", 2, /in lower case/],
  ] as const
) {
  Deno.test(`a policy with ${what} is refused with its line`, () => {
    throws(
      () => parse(text),
      refusal("policy_invalid", problem, new RegExp(`policy\\.yaml:${line}: `)),
    );
  });
}

Deno.test("a policy says how logs are used, by which keys and witnesses", () => {
  for (const mode of ["require", "use", "off"] as const) {
    deepEqual(parse(`log: ${mode}\n`).log, { mode });
  }
  const witness = formatVkey(keyOf({ name: "w.example", seed: new Uint8Array(32) }, "cosignature"));
  const { log } = parse(`logTrust: |\n  witness w ${witness}\n  quorum w\nlog: require\n`);
  deepEqual(log.mode, "require");
  deepEqual(log.trust?.witnesses.map(({ key }) => formatVkey(key)), [witness]);
  deepEqual(log.trust?.isMet([]), false);
});
