import assert from "node:assert/strict";
import { type FakeLog, fakeLog, fakeSigner } from "@svc/fakes/log";
import { formatVkey, keyOf } from "@svc/log/note";
import { writeExtension } from "../../testing/extension.ts";
import { type Publication, published } from "../../testing/published.ts";
import { strangeServer } from "../../testing/strange_server.ts";

const ORIGIN = "registry.acme.com/log";
const NAME = "@acme/greeter";

function addTo(log: FakeLog, version: string, checksum: string): void {
  log.add([{
    v: 1,
    at: new Date().toISOString(),
    kind: "published",
    subject: NAME,
    version,
    channel: "stable",
    checksum,
    by: { credential: "personal" },
  }]);
}

/** A registry in front of which stands a log that a test writes. */
async function loggedRegistry(...publications: Publication[]) {
  const stack = new AsyncDisposableStack();
  const at = stack.use(await published(...publications));
  const state: { log: FakeLog | undefined; logs?: boolean } = { log: fakeLog(ORIGIN) };
  const front = stack.use(strangeServer(async (request) => {
    const { pathname, search } = new URL(request.url);
    const answer = await state.log?.answer(request);
    if (answer !== undefined) return answer;
    const { method, headers } = request;
    const body = method === "GET" ? null : await request.bytes();
    const passed = await fetch(at.on.url + pathname + search, {
      method,
      headers,
      body,
      redirect: "manual",
    });
    if (state.logs && pathname.endsWith("/confirm")) {
      const { version, checksum } = await passed.clone().json();
      addTo(state.log!, version, checksum);
    }
    return passed;
  }));
  return {
    ...at,
    state,
    front,
    /** Logs a version as the registry has it. */
    async log(version: string) {
      const response = await fetch(`${at.on.url}/api/v1/extensions/${NAME}@${version}/checksum`);
      const { checksum } = await response.json();
      addTo(state.log!, version, checksum);
    },
    svc: (argv: string[], env: Record<string, string> = {}) =>
      at.reader(argv, { env: { SVC_CLUB_URL: front.url, ...env } }),
    lockfile: async () =>
      JSON.parse(await Deno.readTextFile(`${at.repo}/upstream_extensions.json`))[NAME],
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

const exists = (path: string) => Deno.stat(path).then(() => true, () => false);
const first = "2026.11.21.1";

Deno.test("pull checks the log, and the lockfile says where the version stands in it", async () => {
  await using at = await loggedRegistry({});
  await at.log(first);
  const pulled = await at.svc(["extension", "pull", NAME]);
  assert.equal(pulled.exit, 0, pulled.stderr);
  const { log } = await at.lockfile();
  assert.deepEqual({ ...log, root: "" }, { origin: ORIGIN, index: 0, size: 1, root: "" });
  const text = await Deno.readTextFile(`${at.repo}/upstream_extensions.json`);
  // Restoring changes nothing of it, though the log grew.
  await at.log(first);
  await Deno.remove(`${at.repo}/.svc`, { recursive: true });
  const restored = await at.svc(["extension", "install"]);
  assert.equal(restored.exit, 0, restored.stderr);
  assert.equal(await Deno.readTextFile(`${at.repo}/upstream_extensions.json`), text);
});

Deno.test("update takes a new version only as the log has it", async () => {
  await using at = await loggedRegistry({ codeless: true });
  await at.log(first);
  assert.equal((await at.svc(["extension", "pull", NAME])).exit, 0);
  await at.publish({ codeless: true, version: "2026.11.21.2" });
  await at.log("2026.11.21.2");
  const entry = at.state.log!.entries[1]!;
  at.state.log!.entries[1] = {
    ...entry,
    logged: new TextEncoder().encode(
      new TextDecoder().decode(entry.logged).replace(/"checksum":"..../, '"checksum":"0000'),
    ),
  };
  const refused = await at.svc(["extension", "update"]);
  assert.equal(refused.exit, 1);
  assert.match(
    refused.stdout,
    /The log says something else than what @acme\/greeter 2026\.11\.21\.2 is/,
  );
  assert.equal((await at.lockfile()).version, first);
  // The head was seen, so that the log cannot be repaired behind the person's back.
  at.state.log!.entries[1] = entry;
  assert.match((await at.svc(["extension", "update"])).stdout, /is not the one that you saw/);
});

Deno.test("a registry that takes back its log installs nothing", async () => {
  await using at = await loggedRegistry({ codeless: true });
  await at.log(first);
  await at.log(first);
  const seen = await at.svc(["trust", "log", "--full"]);
  assert.equal(seen.exit, 0, seen.stderr);
  for (const change of ["old", "fork", "none", "key"] as const) {
    const before = at.state.log!;
    const other = before.fork();
    if (change === "old") other.shown = 1;
    if (change === "fork") {
      const told = { ...other.entries[0]!.told, at: "2026-01-01T00:00:00.000Z" };
      other.entries = [];
      other.add([told, told, told]);
    }
    if (change === "key") other.signers = [fakeSigner(ORIGIN, 3)];
    at.state.log = change === "none" ? undefined : other;
    const { exit, stderr } = await at.svc(["extension", "pull", NAME, "--json"]);
    assert.equal(exit, 1);
    assert.equal(
      JSON.parse(stderr).code,
      change === "key" ? "log_key_unknown" : "log_inconsistent",
      change,
    );
    assert.ok(!await exists(`${at.repo}/upstream_extensions.json`), change);
    at.state.log = before;
  }
  assert.equal((await at.svc(["extension", "pull", NAME])).exit, 0);
});

Deno.test("install holds the registry to the head that a colleague's lockfile has", async () => {
  await using at = await loggedRegistry({ codeless: true });
  await at.log(first);
  await at.log(first);
  assert.equal((await at.svc(["extension", "pull", NAME])).exit, 0);
  const honest = at.state.log!;
  const forked = honest.fork();
  const [one] = forked.entries;
  forked.entries = [one!];
  forked.add([{ ...one!.told, at: "2026-01-01T00:00:00.000Z" }, one!.told]);
  at.state.log = forked;
  await Deno.remove(`${at.repo}/.svc`, { recursive: true });
  const fresh = { XDG_CONFIG_HOME: `${at.repo}/fresh` };
  const refused = await at.svc(["extension", "install"], fresh);
  assert.equal(refused.exit, 1);
  assert.match(refused.stdout, /is not the one that the lockfile saw: its first 2 entries changed/);
  at.state.log = honest;
  assert.equal((await at.svc(["extension", "install"], fresh)).exit, 0);
});

Deno.test("the policy requires a log, or asks none", async () => {
  await using at = await loggedRegistry({ codeless: true });
  await at.log(first);
  const honest = at.state.log!;
  const policy = async (text: string) => {
    await Deno.mkdir(`${at.repo}-policy`, { recursive: true });
    await Deno.writeTextFile(`${at.repo}-policy/policy.yaml`, text, { mode: 0o600 });
    return { SVC_POLICY: `${at.repo}-policy/policy.yaml` };
  };
  at.state.log = undefined;
  const required = await at.svc(
    ["extension", "pull", NAME, "--json"],
    await policy("log: require\n"),
  );
  assert.equal(JSON.parse(required.stderr).code, "log_disabled");
  at.state.log = honest;
  honest.entries = [];
  const behind = await at.svc(
    ["extension", "pull", NAME, "--json"],
    await policy("log: require\n"),
  );
  assert.equal(JSON.parse(behind.stderr).code, "log_behind");
  const witness = formatVkey(keyOf(fakeSigner("w.example", 4), "cosignature"));
  const trust = `logTrust: |\n  witness w ${witness}\n  quorum w\n`;
  await at.log(first);
  const unseen = await at.svc(["extension", "pull", NAME, "--json"], await policy(trust));
  assert.equal(JSON.parse(unseen.stderr).code, "log_key_unknown");
  const lines = () => at.front.lines.filter((line) => line.includes("/log")).length;
  const asked = lines();
  const off = await at.svc(["extension", "pull", NAME], await policy("log: off\n"));
  assert.equal(off.exit, 0, off.stderr);
  assert.equal(lines(), asked);
  assert.equal((await at.lockfile()).log, undefined);
  await Deno.remove(`${at.repo}-policy`, { recursive: true });
});

Deno.test("a push tells the index of its entry, and only warns while there is none", async () => {
  await using at = await loggedRegistry();
  const folder = `${at.repo}/greeter`;
  await Deno.mkdir(folder);
  const manifest = await writeExtension(folder, { codeless: true });
  const { apiKey } = JSON.parse(await Deno.readTextFile(`${at.ada.config}/svc/auth.json`));
  const push = async () => {
    const { exit, stdout, stderr } = await at.svc(
      ["extension", "push", manifest, "--yes", "--no-check", "--json"],
      { SVC_API_KEY: apiKey },
    );
    assert.equal(exit, 0, stderr);
    return { ...JSON.parse(stdout), stderr };
  };
  const missing = await push();
  assert.equal(missing.logIndex, undefined);
  assert.match(missing.stderr, /is not in the log of .* yet/);
  at.state.logs = true;
  const { logIndex, stderr } = await push();
  assert.equal(logIndex, 0);
  assert.doesNotMatch(stderr, /log/);
});
