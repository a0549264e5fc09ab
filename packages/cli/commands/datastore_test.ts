import assert from "node:assert/strict";
import { listFilesBelow } from "../../runtime/base/files/read.ts";
import { initRepository } from "@svc/runtime/repository";
import { DEPOT, type DepotFault } from "../../runtime/testing/depot.ts";
import { writeFiles } from "../../runtime/testing/extension.ts";
import { type Outcome, svc, temporaryConfig, type TestHost } from "../testing/host.ts";
import { listeningRegistry, loggedIn } from "../testing/registry.ts";

const ID = "11111111-1111-4111-8111-111111111111";

const HELLO = `type: command/shell\nid: ${ID}\nname: hello\nversion: 1\n`;

interface Place extends AsyncDisposable {
  /** The repository's root. */
  root: string;
  /** A folder to share. */
  store: string;
  run(argv: string[], more?: TestHost): Promise<Outcome>;
  marker(): Promise<string>;
}

/** A repository with the behavior `hello`, a person, and a folder to share. */
async function place(env: Record<string, string> = {}): Promise<Place> {
  const stack = new AsyncDisposableStack();
  const [config, repo, store] = [
    stack.use(await temporaryConfig()),
    stack.use(await temporaryConfig()),
    stack.use(await temporaryConfig()),
  ];
  await initRepository(repo.path);
  await writeFiles(repo.path, {
    "behaviors/command/shell/hello.yaml": HELLO,
    ...Object.fromEntries(
      Object.entries(DEPOT).map(([name, text]) => [`extensions/provider/${name}`, text]),
    ),
  });
  return {
    root: repo.path,
    store: store.path,
    run: (argv, more = {}) =>
      svc(argv, {
        cwd: repo.path,
        ...more,
        env: { XDG_CONFIG_HOME: config.path, ...env, ...more.env },
      }),
    marker: () => Deno.readTextFile(`${repo.path}/.svc.yaml`),
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

const RUN = ["behavior", "run", "hello", "execute", "--input", "run=echo hi"];

Deno.test("without a datastore, each command that needs one says how to set one up", async () => {
  await using at = await place();
  for (const argv of [["sync"], ["lock"], ["unlock", "--force"], ["remove", "--yes"]]) {
    const { exit, stderr } = await at.run(["datastore", ...argv, "--json"]);
    assert.equal(exit, 1);
    const { code, hint } = JSON.parse(stderr);
    assert.equal(code, "datastore_required", argv.join(" "));
    assert.match(hint, /svc datastore setup filesystem --path/);
  }
  const status = await at.run(["datastore", "status"]);
  assert.equal(status.exit, 0);
  assert.match(status.stdout, /data stays in \.svc[^]*setup extension/);
});

Deno.test("attack: a repository that names a datastore gets no data, and no folder is written, before a yes", async () => {
  await using at = await place();
  const target = `${at.store}/anywhere`;
  await Deno.mkdir(target);
  await Deno.writeTextFile(
    `${at.root}/.svc.yaml`,
    `datastore: { type: filesystem, path: ${target} }\n`,
  );
  const commands = [
    RUN,
    ["datastore", "sync"],
    ["datastore", "lock"],
    ["datastore", "unlock", "--force"],
    ["data", "gc", "--yes"],
    ["data", "prune", "--yes"],
    ["behavior", "delete", "hello", "--yes"],
  ];
  for (const argv of commands) {
    const { exit, stderr } = await at.run([...argv, "--json"]);
    assert.equal(exit, 1, argv.join(" "));
    assert.equal(JSON.parse(stderr).code, "consent_required", argv.join(" "));
  }
  const status = await at.run(["datastore", "status", "--json"]);
  assert.equal(JSON.parse(status.stdout).healthy, null);
  assert.deepEqual([...Deno.readDirSync(target)], []);
  // Reading asks nobody, and --offline leaves it alone.
  assert.equal((await at.run(["data", "list", "hello"])).exit, 0);
  assert.equal((await at.run([...RUN, "--offline"])).exit, 0);
  assert.deepEqual([...Deno.readDirSync(target)], []);
  const agreed = await at.run(["datastore", "sync", "--allow-all-requested"]);
  assert.equal(agreed.exit, 0, agreed.stderr);
  assert.match(agreed.stderr, new RegExp(`folder: ${target}`));
  assert.match(agreed.stdout, /2 versions sent, 1 run sent/);
  assert.equal((await at.run(RUN)).exit, 0);
});

Deno.test("spec 4.5 and 5.4: setup extension needs a login, and a token the scope datastore:*", async () => {
  await using on = await listeningRegistry();
  await using at = await place({ SVC_CLUB_URL: on.url });
  const argv = [
    ...["datastore", "setup", "extension", "@acme/depot", "--config", `folder=${at.store}`],
    "--allow-all-requested",
  ];
  const before = await at.marker();
  const none = await at.run([...argv, "--json"]);
  assert.equal(none.exit, 4);
  assert.equal(JSON.parse(none.stderr).code, "not_authenticated");
  await using ada = await loggedIn(on, "ada");
  await on.createCollective(ada.cookie, "acme");
  const tokenWith = async (scope: string) => {
    const made = await ada.svc([
      ...["auth", "token", "create", "--collective", "acme", "--scopes", scope, "--json"],
    ]);
    return JSON.parse(made.stdout).key as string;
  };
  const wrong = await at.run([...argv, "--json"], {
    env: { SVC_API_KEY: await tokenWith("extensions:read") },
  });
  assert.equal(JSON.parse(wrong.stderr).code, "missing_scope");
  assert.equal(await at.marker(), before);
  assert.deepEqual([...Deno.readDirSync(at.store)], []);
  const right = await at.run(argv, { env: { SVC_API_KEY: await tokenWith("datastore:*") } });
  assert.equal(right.exit, 0, right.stderr);
  assert.match(await at.marker(), /type: "@acme\/depot"/);
});

Deno.test("spec 4.5: setup filesystem needs no login", async () => {
  await using at = await place({ SVC_CLUB_URL: "http://127.0.0.1:9" });
  const { exit, stderr } = await at.run(["datastore", "setup", "filesystem", "--path", at.store]);
  assert.equal(exit, 0, stderr);
});

/** Limits of what hangs. All else may take as long as a busy machine does, also a pull before a push. */
const HANGS: Partial<Record<DepotFault, string>> = {
  "hangs at pull": "2000",
  "hangs at push": "15000",
};

/** Sets up a depot that is broken in this way, by the variable, which is the person's own word. */
function broken(at: Place, fault: DepotFault): TestHost {
  return {
    env: {
      SVC_DATASTORE: `@acme/depot:${JSON.stringify({ folder: at.store, fault })}`,
      ...HANGS[fault] && { SVC_DATASTORE_SYNC_TIMEOUT_MS: HANGS[fault] },
      SVC_LOCK_TIMEOUT_MS: "0",
    },
  };
}

Deno.test("a store that hangs, is read-only, full, lies or has another clock: no run is lost, none begins unseen", async () => {
  await using at = await place();
  // Its permissions are granted once, for this folder.
  const granted = await at.run(["datastore", "sync", "--allow-all-requested"], broken(at, "none"));
  assert.equal(granted.exit, 0, granted.stderr);
  const begun: [DepotFault, string, RegExp][] = [
    ["hangs at pull", "timeout", /--offline/],
    ["is read-only", "datastore_failed", /--offline/],
  ];
  for (const [fault, code, hint] of begun) {
    const { exit, stderr } = await at.run([...RUN, "--json"], broken(at, fault));
    assert.equal(exit, 1, `${fault}: ${stderr}`);
    const error = JSON.parse(stderr);
    assert.equal(error.code, code, `${fault}: ${stderr}`);
    assert.match(error.hint, hint, fault);
  }
  assert.deepEqual([...Deno.readDirSync(`${at.root}/.svc/outputs`)], [], "a run has begun");
  const after: DepotFault[] = ["hangs at push", "is full"];
  for (const fault of after) {
    const { exit, stderr } = await at.run(RUN, broken(at, fault));
    assert.equal(exit, 0, `${fault}: ${stderr}`);
    assert.match(
      stderr,
      /saved on this machine, but is not in the datastore.*svc datastore sync/,
      fault,
    );
  }
  const lying = await at.run(RUN, broken(at, "loses pushes"));
  assert.equal(lying.exit, 0, lying.stderr);
  assert.deepEqual([...Deno.readDirSync(at.store)].map(({ name }) => name), []);
  // Every run is brought once the store works.
  const sync = await at.run(["datastore", "sync", "--json"], broken(at, "none"));
  assert.equal(sync.exit, 0, sync.stderr);
  const files = await listFilesBelow(`${at.store}/files`);
  assert.equal(files.filter((path) => path.endsWith(".run")).length, 3);
  assert.equal(files.filter((path) => path.endsWith(".version")).length, 6);
  const status = await at.run(["datastore", "status", "--json"], broken(at, "throws at verify"));
  assert.equal(status.exit, 1);
  assert.equal(JSON.parse(status.stdout).healthy, false);
});

Deno.test("setting up a store that gives one lock to all is refused, and the marker stays", async () => {
  await using at = await place();
  const before = await at.marker();
  await at.run(["datastore", "sync", "--allow-all-requested"], broken(at, "none"));
  await using on = await listeningRegistry();
  await using ada = await loggedIn(on, "ada");
  const { exit, stderr } = await ada.svc([
    ...["datastore", "setup", "extension", "@acme/depot", "--allow-all-requested", "--json"],
    ...["--config", `folder=${at.store}`, "--config", "fault=gives locks to all"],
  ], { cwd: at.root });
  assert.equal(exit, 1);
  assert.match(JSON.parse(stderr.slice(stderr.indexOf("{\n"))).error, /two holders at once/);
  assert.equal(await at.marker(), before);
});

Deno.test("who holds the lock is named with exit 75, and unlock takes it from them", async () => {
  await using at = await place();
  const works = broken(at, "none");
  assert.equal((await at.run(["datastore", "sync", "--allow-all-requested"], works)).exit, 0);
  await Deno.writeTextFile(
    `${at.store}/behavior-${ID}.lock`,
    JSON.stringify({
      ...{ holder: "grace@far", hostname: "far", pid: 7, acquiredAt: "2026-01-02T03:04:05Z" },
      ...{ ttlMs: 30_000, nonce: "n-1" },
    }),
  );
  const refused = await at.run([...RUN, "--json"], works);
  assert.equal(refused.exit, 75, refused.stderr);
  assert.match(JSON.parse(refused.stderr).error, /grace@far/);
  assert.match((await at.run(["datastore", "lock"], works)).stdout, /hello: held by grace@far/);
  const unasked = await at.run(["datastore", "lock", "release", "hello"], works);
  assert.equal(unasked.exit, 2);
  assert.match(unasked.stderr, /held by grace@far[^]*--force/);
  const forced = await at.run(["datastore", "unlock", "hello", "--force"], works);
  assert.match(forced.stdout, /Released the lock of hello from grace@far/);
  assert.equal((await at.run(RUN, works)).exit, 0);
});
