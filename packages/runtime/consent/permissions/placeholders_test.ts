import { deepEqual, doesNotMatch, equal, throws } from "node:assert/strict";
import { isSvcError } from "@svc/core/error";
import { hostileText } from "@svc/fakes/text";
import { type PermissionKind, permissionProblem, placeholderOf } from "@svc/core/permission";
import fc from "fast-check";
import { refusal } from "../../testing/refusal.ts";
import { type PlaceholderValues, withoutPlaceholders } from "./placeholders.ts";

const PLACES = { home: "/home/ann", root: "/home/ann/repo" };

function values(more: Partial<PlaceholderValues>): PlaceholderValues {
  return {
    env: () => undefined,
    places: PLACES,
    ...more,
  };
}

/** What `entry` becomes when its argument `x` has this value. */
function resolved(kind: PermissionKind, value: unknown, entry = "${globalArgs.x}") {
  return withoutPlaceholders(
    { [kind]: [entry] },
    values({ globalArgs: { values: { x: value }, schema: undefined } }),
  )[kind];
}

for (
  const [kind, value, becomes] of [
    ["net", "https://api.example.com/v3", "api.example.com:443"],
    ["net", "http://localhost:8123", "localhost:8123"],
    ["net", "https://[::1]/", "[::1]:443"],
    ["net", "db.internal:5432", "db.internal:5432"],
    ["net", "git@git.example:acme/tool.git", "git.example"],
    ["net", "https://API.Example.com", "api.example.com:443"],
    ["net", "postgres://ada:secret@db.example:5433/app", "db.example:5433"],
    ["net", "https://good.example:443@evil.example/", "evil.example:443"],
    ["read", "data/in", "data/in"],
    ["read", "~/data", "~/data"],
    ["read", ".", "."],
    ["write", "/srv/out", "/srv/out"],
    ["run", "terraform", "terraform"],
    ["run", "/opt/tools/tf", "/opt/tools/tf"],
  ] as const
) {
  Deno.test(`a ${kind} placeholder with ${value} grants ${becomes} and nothing else`, () => {
    deepEqual(resolved(kind, value), [becomes]);
  });
}

for (
  const value of [
    "file:///srv/repository.git",
    "sqlite:///srv/shop.db",
    "postgres:///shop",
    "postgres:///shop?host=/run/postgresql&port=5433",
    "postgresql://ada:secret@/shop?host=%2Frun%2Fpostgresql",
    "postgresql://%2Frun%2Fpostgresql/shop",
    "postgres://?host=/run/postgresql",
  ]
) {
  Deno.test(`a net placeholder with ${value} has no host, and grants nothing`, () => {
    deepEqual(resolved("net", value), []);
  });
}

const INJECTED: { [kind in PermissionKind]?: unknown[] } = {
  net: [
    ...["https://a,b", "a.b,evil.example", "https://x,evil/", "*", "*.example.com", "https://*/"],
    ...[
      "https://*.example.com",
      "a b",
      "a\nb",
      "https://",
      "https://?host=/run",
      "postgres:///shop?host=db.example",
    ],
    ...[
      "unix:/run/docker.sock",
      "https://a.b:99999",
      "a.b --allow-all",
      "--allow-all",
      "${env.HOST}",
    ],
    ...["https://a%2cb", "https://a.b.", "10.0.0.0/8", "a.b:80:81", "data:text/plain,x"],
    ...[["https://a.b"], { toString: "x" }, 42, true, ["a", "b"]],
  ],
  read: [
    ...["../x", "/a/../b", "a,b", "a,,b", "/a,/b", "a\nb", "a\0b", "a\u202eb", "a\u200b", "C:\\x"],
    ...[
      "~ann",
      "~ann/x",
      "/",
      "~",
      "/home",
      "/home/ann",
      "~/.ssh",
      "/home/ann/.ssh",
      "${env.HOME}",
    ],
    ...["a/${env.HOME}", ["/etc"], {}, 7, " a", "a /b", "a\\b", "x".repeat(5000)],
  ],
  write: [
    ...["", "."].slice(1),
    ...["/", "~", "/etc", "/usr/local/bin", "~/.bashrc", "~/bin", "..", "a,/etc", "/home/ann/.ssh"],
  ],
  run: [
    ...["bash", "/bin/sh", "python3", "env", "git,bash", "git --version", "-c", "*", "", "../x"]
      .filter(
        (one) => one !== "",
      ),
    ...["./x", "bin/x", "gіt", "git\n", "${env.SHELL}", ["git"], "/a,/b", "/bin/"],
  ],
};

for (const [kind, list] of Object.entries(INJECTED) as [PermissionKind, unknown[]][]) {
  for (const value of list) {
    Deno.test(`a ${kind} placeholder with ${JSON.stringify(value)?.slice(0, 60)} is refused`, () => {
      throws(() => resolved(kind, value), (error) => {
        refusal("invalid_argument", /globalArgs\.x must be/)(error);
        // The value may be a secret.
        if (typeof value === "string" && value.length > 8) {
          equal(isSvcError(error) && `${error.message}${error.hint}`.includes(value), false);
        }
        return true;
      });
    });
  }
}

for (
  const [kind, value, why] of [
    ["write", "/etc/mirror", /globalArgs\.x must be narrower.* \(may change what the system runs/],
    ["write", "~/.config/mirror", /must be narrower.* \(may change what runs as you/],
    ["read", "~", /must be narrower.* \(everything in your home folder/],
    ["run", "bash", /must be narrower.* \(can run anything that you can/],
    ["write", "../mirror", /must be one path without '\.\.'/],
  ] as const
) {
  Deno.test(`the refusal of ${kind} for a placeholder with ${value} says what is wrong with it`, () => {
    throws(() => resolved(kind, value), refusal("invalid_argument", why));
  });
}

for (
  const [kind, value] of [
    ["run", "git"],
    ["read", "~/.cache/tool"],
    ["read", "/etc/ssl/certs"],
    ["write", ".terraform"],
    ["write", "/opt/data"],
    ["net", "s3.amazonaws.com"],
  ] as const
) {
  Deno.test(`${kind} of ${value} is wide, but a placeholder may stand for it: it is asked about`, () => {
    deepEqual(resolved(kind, value), [value]);
  });
}

Deno.test("whatever the value, a placeholder becomes nothing, one plain entry, or a refusal", () => {
  const tricky = fc.stringMatching(/^[a-z.*:[\]/${}0-9,~@%\0\n\u202e -]{0,14}$/);
  const value = fc.oneof(tricky, hostileText, fc.anything(), tricky.map((one) => `https://${one}`));
  const kind = fc.constantFrom<PermissionKind>("net", "read", "write", "run");
  fc.assert(
    fc.property(kind, value, fc.constantFrom("", "/in"), (kind, value, below) => {
      const path = kind === "read" || kind === "write";
      let entries: readonly string[] = [];
      try {
        entries = resolved(kind, value, `\${globalArgs.x}${path ? below : ""}`)!;
      } catch (error) {
        equal(isSvcError(error), true);
      }
      equal(entries.length <= 1, true);
      for (const entry of entries) {
        equal(permissionProblem(kind, entry), undefined);
        equal(placeholderOf(kind, entry), undefined);
        doesNotMatch(entry, kind === "net" ? /[,*\p{C}]/u : /[,\p{C}]/u);
      }
    }),
    { numRuns: 1000 },
  );
});

Deno.test("a value that is not there grants nothing: none is inherited, a default is the schema's own", () => {
  const entries = ["${globalArgs.x}", "${globalArgs.constructor}", "${globalArgs.__proto__}"];
  for (const given of [{}, { x: "" }, { x: undefined }, { x: null }]) {
    deepEqual(
      withoutPlaceholders(
        { net: entries },
        values({ globalArgs: { values: given, schema: undefined } }),
      ),
      { net: [] },
    );
  }
  deepEqual(
    withoutPlaceholders(
      { net: ["${config.x}", "${globalArgs.x}"] },
      values({ config: { values: { x: "https://b.example" }, schema: undefined } }),
    ),
    { net: ["b.example:443"] },
    "the arguments of a behavior are none of a vault",
  );
  const schema = { properties: { x: { default: "https://a.example" } } };
  deepEqual(withoutPlaceholders({ net: entries }, values({ globalArgs: { values: {}, schema } })), {
    net: ["a.example:443"],
  });
});

Deno.test("a variable's value is held to the same, and what goes on after a path stays below it", () => {
  const read = (entry: string, value: string) =>
    withoutPlaceholders(
      { read: [entry] },
      values({ env: (name) => name === "DIR" ? value : undefined }),
    ).read;
  deepEqual(read("${env.DIR}/in", "/srv"), ["/srv/in"]);
  deepEqual(read("${env.DIR}/in", "~/x/"), ["~/x//in"]);
  throws(() => read("${env.DIR}/in", "/srv/.."), refusal("invalid_argument", /env\.DIR/));
  // A secret folder is not reached in two steps, either.
  throws(() => read("${env.DIR}/.ssh", "/home/ann"), refusal("invalid_argument"));
});

Deno.test("a program that a publisher's default names was shown, and is granted; another shell is not", () => {
  const schema = { properties: { bin: { default: "ssh" } } };
  const run = (bin: unknown, more: string[] = []) =>
    withoutPlaceholders({ run: ["${globalArgs.bin}", ...more] }, {
      globalArgs: { values: bin === undefined ? {} : { bin }, schema },
      env: () => undefined,
      places: {},
    }).run;
  deepEqual(run(undefined), ["ssh"]);
  deepEqual(run("ssh"), ["ssh"]);
  throws(() => run("bash"), refusal("invalid_argument", /must be narrower/));
  deepEqual(run("bash", ["bash"]), ["bash"], "it is granted by its own name besides");
});

Deno.test("a variable that names a file with keys opens nothing: the file is asked for by its own name", () => {
  const read = (value: string, entries: string[]) =>
    withoutPlaceholders({ read: entries }, {
      env: (name) => name === "AWS_CONFIG_FILE" ? value : undefined,
      places: { home: "/home/ann" },
    }).read;
  deepEqual(read("/home/ann/.aws/other", ["${env.AWS_CONFIG_FILE}"]), []);
  deepEqual(read("/srv/aws", ["${env.AWS_CONFIG_FILE}"]), ["/srv/aws"]);
  deepEqual(
    read("/home/ann/.aws/config", ["~/.aws/config", "${env.AWS_CONFIG_FILE}"]),
    ["~/.aws/config"],
  );
});
