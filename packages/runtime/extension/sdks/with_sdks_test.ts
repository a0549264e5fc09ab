import { deepEqual, equal, ok } from "node:assert/strict";
import {
  asGrants,
  covers,
  type FoundUse,
  grantText,
  permissionProblem,
} from "@svc/core/permission";
import { LIMITS } from "@svc/core/limit";
import { withSdks } from "./with_sdks.ts";
import { KNOWN_SDKS } from "./known_sdks.ts";

/** A lock of these roots, with what each package needs. */
function lockOf(npm: Record<string, string[]>, roots: string[], jsr: string[] = []): Uint8Array {
  return new TextEncoder().encode(JSON.stringify({
    version: "5",
    specifiers: Object.fromEntries(roots.map((root) => {
      const at = root.lastIndexOf("@");
      return [`npm:${root}`, root.slice(at + 1)];
    })),
    jsr: Object.fromEntries(jsr.map((name) => [name, { integrity: "x" }])),
    npm: Object.fromEntries(
      Object.entries(npm).map(([key, dependencies]) => [key, { integrity: "x", dependencies }]),
    ),
  }));
}

const NPM = {
  "@aws-sdk/client-sts@3.1.0": ["@smithy/core", "@aws-sdk/env"],
  "@aws-sdk/env@3.1.0": ["debug"],
  "@smithy/core@3.0.0": [],
  "debug@4.0.0": [],
  "got@14.0.0": ["keyv"],
  "keyv@5.0.0": [],
};

function use(text: string, file: string, line?: number): FoundUse {
  const [kind, entry] = text.split(/:(.*)/s) as [FoundUse["kind"], string];
  const place = line === undefined ? { file } : { file, line };
  return { kind, ...(entry === "" ? {} : { entry }), ...place, by: "" };
}

const AWS = KNOWN_SDKS.find(({ name }) => name === "aws")!;

/** What is left of `found`, and the SDKs that are asked for. */
function seen(found: FoundUse[], lock: Uint8Array) {
  const all = withSdks(found, lock);
  return {
    own: all.filter(({ sdk }) => sdk === undefined)
      .map(({ kind, entry = "", file }) => `${kind}:${entry} ${file}`),
    sdks: [...new Set(all.flatMap(({ sdk }) => sdk ?? []))],
    all,
  };
}

const SDK_USES = [
  use("env:AWS_SECRET_ACCESS_KEY", "npm:@aws-sdk/env@3.1.0"),
  use("net:169.254.169.254", "npm:@smithy/core@3.0.0"),
  use("run:/bin/sh", "npm:@aws-sdk/env@3.1.0"),
  use("net:", "npm:@smithy/core@3.0.0"),
  use("env:DEBUG", "npm:debug@4.0.0"),
];

Deno.test("what an SDK and its packages need is what the table says, and nothing they name besides", () => {
  const { own, sdks, all } = seen(SDK_USES, lockOf(NPM, ["@aws-sdk/client-sts@3.1.0"]));
  deepEqual([own, sdks], [[], ["aws"]]);
  deepEqual(
    all.map(({ kind, entry }) => grantText({ kind, entry: entry! })),
    asGrants(AWS.asks).map(grantText),
  );
});

Deno.test("what the extension's own code needs beyond an SDK is asked for by itself", () => {
  const found = [
    ...SDK_USES,
    use("net:sts.amazonaws.com", "models/x.ts", 1),
    use("net:evil.example", "models/x.ts", 2),
    use("run:aws", "models/x.ts", 3),
    use("run:/bin/sh", "models/x.ts", 4),
    use("net:", "models/x.ts", 5),
    use("env:DEBUG", "npm:got@14.0.0"),
    use("env:KEYV", "npm:keyv@5.0.0"),
  ];
  const lock = lockOf(NPM, ["@aws-sdk/client-sts@3.1.0", "got@14.0.0"]);
  deepEqual(seen(found, lock).own, [
    "net:evil.example models/x.ts",
    "run:aws models/x.ts",
    "run:/bin/sh models/x.ts",
    "net: models/x.ts",
    "env:DEBUG npm:got@14.0.0",
    "env:KEYV npm:keyv@5.0.0",
  ]);
});

Deno.test("a package that others bring as well is asked about by itself", () => {
  const shared = { ...NPM, "got@14.0.0": ["debug"] };
  const lock = lockOf(shared, ["@aws-sdk/client-sts@3.1.0", "got@14.0.0"]);
  deepEqual(seen(SDK_USES, lock).own, ["env:DEBUG npm:debug@4.0.0"]);
});

/** Who is no SDK, whatever it is called: the uses, and the lock. */
const IMPOSTORS: Record<string, [found: FoundUse[], lock: Uint8Array]> = {
  "a folder of that name": [
    [use("env:AWS_PROFILE", "npm:@aws-sdk/env@3.1.0", 3)],
    lockOf({ "@aws-sdk/env@3.1.0": [] }, ["@aws-sdk/env@3.1.0"]),
  ],
  "a name that only the code says": [SDK_USES, lockOf({ "evil@1.0.0": [] }, ["evil@1.0.0"])],
  "a name that only the lock says": [
    [use("env:AWS_PROFILE", "npm:evil@1.0.0")],
    lockOf({ "@aws-sdk/env@3.1.0": [], "evil@1.0.0": [] }, ["evil@1.0.0"]),
  ],
  "another version than the lock's": [SDK_USES, lockOf({ "@aws-sdk/env@9.9.9": [] }, [])],
  "a package of jsr": [
    [use("env:AWS_PROFILE", "jsr:@aws-sdk/env@3.1.0")],
    lockOf({}, [], ["@aws-sdk/env@3.1.0"]),
  ],
  "a name that begins like it": [
    [use("env:AWS_PROFILE", "npm:@aws-sdk-evil/env@3.1.0")],
    lockOf({ "@aws-sdk-evil/env@3.1.0": [] }, ["@aws-sdk-evil/env@3.1.0"]),
  ],
  "an alias for another package": [
    [use("env:AWS_PROFILE", "npm:evil@1.0.0")],
    lockOf({ "evil@1.0.0": [], "x@1.0.0": ["@aws-sdk/env@npm:evil@1.0.0"] }, ["x@1.0.0"]),
  ],
};

for (const [what, [found, lock]] of Object.entries(IMPOSTORS)) {
  Deno.test(`${what} is no SDK: all of it is asked for`, () => {
    const { sdks, all } = seen(found, lock);
    deepEqual(sdks, []);
    deepEqual(all, found);
  });
}

Deno.test("a lock of no form asks for no SDK and leaves nothing out", () => {
  for (const text of ['{"npm": []}', '{"npm": {"@aws-sdk/env@3.1.0": 7}}', '{"specifiers": 1}']) {
    deepEqual(withSdks(SDK_USES, new TextEncoder().encode(text)), SDK_USES);
  }
});

Deno.test("an SDK asks for no program, no file to write and no service that hands out credentials", () => {
  for (const { name, asks, later } of KNOWN_SDKS) {
    deepEqual(
      Object.keys(asks).filter((kind) => !["net", "env", "read", "sys"].includes(kind)),
      [],
    );
    for (const { kind, entry } of [...asGrants(asks), ...later]) {
      equal(permissionProblem(kind, entry), undefined, `${name}: ${kind} ${entry}`);
    }
    for (const { kind, entry } of later) ok(!covers(asks, { kind, entry }), `${name}: ${entry}`);
    for (const entry of ["~/.aws/sso/cache", "~/.azure", "~/.config/gcloud", "~/.config"]) {
      ok(!covers(asks, { kind: "read", entry }), `${name}: ${entry}`);
    }
  }
});

Deno.test("all SDKs together can be granted", () => {
  const { perKind, total } = LIMITS.permissions.granted;
  const counts = KNOWN_SDKS.map(({ asks }) => asGrants(asks).length);
  ok(counts.reduce((sum, count) => sum + count, 0) < total / 2);
  ok(KNOWN_SDKS.flatMap(({ asks }) => asks.env ?? []).length < perKind / 2);
});
