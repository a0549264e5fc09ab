import assert from "node:assert/strict";
import { published } from "../../testing/published.ts";

const V1 = "2026.11.20.1";
const V2 = "2026.11.21.1";
/** Of a day to come: what comes next is then no other day's first version. */
const V3 = "2099.11.22.1";
/** Versions, channels and manifests are compared here, and no code is. */
const PLAIN = { codeless: true } as const;

Deno.test("outdated, list, doctor and update report and follow the state of what is installed", async (test) => {
  await using at = await published(
    { ...PLAIN, name: "@acme/tool", version: V1, manifest: "permissions:\n  env: [HOME, TERM]\n" },
    { ...PLAIN, name: "@acme/old", version: V1 },
    { ...PLAIN, name: "@acme/new", version: V1 },
    { ...PLAIN, name: "@acme/beta", version: V1, channel: "beta" },
  );
  const json = async (...argv: string[]) => {
    const done = await at.reader([...argv, "--json"]);
    return { ...JSON.parse(done.stdout || done.stderr), exit: done.exit, stderr: done.stderr };
  };
  const pull = (...argv: string[]) =>
    at.reader(["extension", "pull", ...argv, "--allow-all-requested"]);
  for (const name of ["@acme/tool", "@acme/old"]) await pull(name);
  await pull("@acme/beta", "--channel", "beta");
  const lockfile = () => Deno.readTextFile(`${at.repo}/upstream_extensions.json`);

  await test.step("nothing is outdated, with exit code 0", async () => {
    const { exit, extensions, hasUpdateAvailable } = await json("extension", "outdated");
    assert.deepEqual([exit, extensions, hasUpdateAvailable], [0, [], false]);
  });

  await at.publish({
    ...PLAIN,
    name: "@acme/tool",
    version: V2,
    manifest: "permissions:\n  env: [HOME]\n  net: [evil.example]\ndependencies: ['@acme/new']\n",
  });
  await at.publish({ ...PLAIN, name: "@acme/beta", version: V2, channel: "beta" });
  const own = (line: string, ...more: string[]) => at.ada.svc([...line.split(" "), ...more]);
  await own(`extension yank @acme/tool@${V1} --yes --reason`, "Leaks a token");
  await own("extension deprecate @acme/old --yes --superseded-by @acme/new --reason", "Slow.");

  await test.step("outdated tells installed, wanted and latest, yanked and deprecated; exit code 1", async () => {
    const { exit, extensions, ...has } = await json("extension", "outdated");
    assert.equal(exit, 1);
    const { stderr: _, ...flags } = has;
    assert.deepEqual(flags, {
      hasUpdateAvailable: true,
      hasDeprecated: true,
      hasYanked: true,
      hasAdvisory: false,
    });
    assert.deepEqual(
      extensions.map((one: Record<string, unknown>) => [
        ...[one["name"], one["status"], one["installedVersion"], one["wantedVersion"]],
        one["channel"],
      ]),
      [
        ["@acme/beta", "update_available", V1, V2, "beta"],
        ["@acme/old", "deprecated", V1, null, "stable"],
        ["@acme/tool", "update_available", V1, V2, "stable"],
      ],
    );
    assert.deepEqual(extensions[2].yanked, { reason: "Leaks a token" });
    const held = await json("extension", "outdated", "--min-age", "1d");
    assert.equal(held.exit, 0, "nothing is old enough");
    assert.equal(held.extensions[0].heldBy, "younger than 1d");
    const kept = await at.reader(["extension", "update", "@acme/beta", "--min-age", "1d"]);
    assert.match(
      kept.stdout,
      new RegExp(`^@acme/beta ${V1}: ${V2} is held back: younger than 1d$`, "m"),
    );
  });

  await test.step("list and doctor say the same, and that they could not ask", async () => {
    const { stdout } = await at.reader(["extension", "list"]);
    assert.match(stdout, /^@acme\/tool .* yanked: Leaks a token; 2026\.11\.21\.1 is available$/m);
    assert.match(stdout, /^@acme\/old .* deprecated, use @acme\/new$/m);
    const { checks } = await json("doctor");
    const about = checks.filter((one: { check: string }) => one.check === "extensions");
    assert.deepEqual(about.map((one: { outcome: string; fix: string }) => [one.outcome, one.fix]), [
      ["passed", "svc extension update @acme/beta"],
      ["passed", "svc extension pull @acme/new"],
      ["failed", "svc extension update @acme/tool"],
    ]);
    const away = { env: { SVC_CLUB_URL: "http://127.0.0.1:9" } };
    const offline = await at.reader(["extension", "list"], away);
    assert.equal(offline.exit, 0);
    assert.match(offline.stderr, /^warning: Could not contact the registry: .*127\.0\.0\.1:9/m);
    assert.match(offline.stdout, /^@acme\/tool .* not known$/m);
    assert.equal((await at.reader(["extension", "outdated"], away)).exit, 1);
    const quiet = await at.reader(["extension", "list", "--offline"], away);
    assert.equal(quiet.stderr, "");
  });

  await test.step("list asks no registry that only the lockfile names", async () => {
    const asked: string[] = [];
    await using elsewhere = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen: () => {} }, (
      { url },
    ) => {
      asked.push(url);
      return new Response("", { status: 404 });
    });
    const before = await lockfile();
    const there = `http://127.0.0.1:${elsewhere.addr.port}`;
    await Deno.writeTextFile(
      `${at.repo}/upstream_extensions.json`,
      before.replaceAll(at.on.url, there),
    );
    const { stderr } = await at.reader(["extension", "list"], { env: { SVC_CLUB_URL: "" } });
    assert.match(stderr, /it is from http:\S+, which was not asked/);
    assert.deepEqual(asked, []);
    await Deno.writeTextFile(`${at.repo}/upstream_extensions.json`, before);
  });

  await test.step("update --dry-run shows versions, permissions and dependencies, and writes nothing", async () => {
    const before = await lockfile();
    const { exit, extensions, dryRun } = await json("extension", "update", "--dry-run");
    assert.deepEqual([exit, dryRun, await lockfile()], [0, true, before]);
    const tool = extensions.find((one: { name: string }) => one.name === "@acme/tool");
    assert.deepEqual(tool.permissionsAdded, ["net:evil.example"]);
    assert.deepEqual(tool.permissionsRemoved, ["env:TERM"]);
    assert.deepEqual(tool.dependencies, [`@acme/new ${V1}`]);
    const changes = `${at.on.url}/extensions/@acme/tool/${V2}/diff/${V1}`;
    assert.equal(tool.changesUrl, changes);
    assert.equal((await fetch(changes)).status, 200, "the address is that of a page");
    const { stdout } = await at.reader(["extension", "update", "--dry-run"]);
    assert.match(stdout, new RegExp(`^ {2}changes: ${changes}$`, "m"));
  });

  await test.step("new permissions are asked for; one that fails leaves the others updated", async () => {
    const { exit, extensions, summary } = await json("extension", "update");
    assert.equal(exit, 1);
    assert.deepEqual(summary, { total: 3, upToDate: 1, updated: 1, failed: 1 });
    const [beta, , tool] = extensions;
    assert.deepEqual([beta.status, beta.newVersion, beta.channel], ["updated", V2, "beta"]);
    assert.match(
      tool.error,
      /@acme\/tool 2026\.11\.21\.1 now also requests permissions:\n +net evil/,
    );
    assert.match(tool.error, /hint: [^]*svc extension pull @acme\/tool@2026\.11\.21\.1 --allow/);
    const locked = JSON.parse(await lockfile());
    assert.equal(locked["@acme/tool"].version, V1);
    assert.deepEqual([locked["@acme/beta"].version, locked["@acme/beta"].channel], [V2, "beta"]);
    assert.equal(locked["@acme/new"], undefined, "its dependency waits with it");
  });

  await test.step("with consent it is updated, by name, with what it newly needs", async () => {
    const { stdout, exit } = await at.reader([
      "extension",
      "update",
      "@acme/tool",
      "--allow-all-requested",
    ]);
    assert.equal(exit, 0);
    assert.match(
      stdout,
      /^@acme\/tool 2026\.11\.20\.1 → 2026\.11\.21\.1\n {2}\+ net:evil\.example\n {2}- env:TERM\n {2}with @acme\/new 2026\.11\.20\.1\n {2}changes: \S+\n1 updated/,
    );
    const absent = await json("extension", "update", "@acme/nothing");
    assert.equal(absent.code, "not_found");
  });

  await test.step("a pin that an update brings holds for the others of the same run", async () => {
    const pins = `dependencies: ['@acme/new@${V2}']\n`;
    await at.publish({ ...PLAIN, name: "@acme/app", version: V1 });
    await pull("@acme/app");
    await at.publish({ ...PLAIN, name: "@acme/app", version: V2, manifest: pins });
    for (const version of [V2, V3]) await at.publish({ ...PLAIN, name: "@acme/new", version });
    await at.reader(["extension", "update", "--allow-all-requested"]);
    const locked = JSON.parse(await lockfile());
    assert.deepEqual([locked["@acme/app"].version, locked["@acme/new"].version], [V2, V2]);
  });

  await test.step("pins in .svc.yaml hold, above those of manifests, and are named until they are gone", async () => {
    const marker = `${at.repo}/.svc.yaml`;
    const text = await Deno.readTextFile(marker);
    const held = async () => {
      const { exit, extensions } = await json("extension", "outdated");
      return [
        exit,
        ...extensions.filter((one: { name: string }) => one.name !== "@acme/old")
          .map((one: Record<string, unknown>) => [one["name"], one["status"], one["heldBy"]]),
      ];
    };
    await at.publish({ ...PLAIN, name: "@acme/app", version: V3 });
    const pin = async (name: string) =>
      await Deno.writeTextFile(marker, `${text}pins: ["${name}@${V2}"]\n`);

    await pin("@acme/app");
    assert.deepEqual(await held(), [0, ["@acme/app", "held_back", `.svc.yaml pins ${V2}`], [
      "@acme/new",
      "held_back",
      `@acme/app pins ${V2}`,
    ]]);
    const { stdout } = await at.reader(["extension", "outdated"]);
    assert.match(stdout, /@acme\/app .* 2099\.11\.22\.1 is held back: \.svc\.yaml pins 2026\.11/);
    const { extensions, summary } = await json("extension", "update", "@acme/app");
    assert.deepEqual([extensions[0].status, summary.updated], ["held_back", 0]);

    await Deno.writeTextFile(marker, `${text}pins: ["@acme/new@${V3}"]\n`);
    assert.equal((await json("extension", "update", "@acme/new")).extensions[0].newVersion, V3);
    await Deno.writeTextFile(marker, text);
    assert.equal((await json("extension", "update", "@acme/app")).extensions[0].newVersion, V3);
  });

  await test.step("outdated ends with exit code 1 while the registry does not show what is installed", async () => {
    await own("collective edit acme --visibility private");
    const { exit, extensions } = await json("extension", "outdated");
    await own("collective edit acme --visibility public");
    assert.deepEqual(
      [exit, ...new Set(extensions.map((one: { status: string }) => one.status))],
      [1, "not_found"],
    );
  });

  await test.step("the next version counts yanked ones", async () => {
    await own(`extension yank @acme/new@${V3} --yes --reason`, "Wrong.");
    const { nextVersion } = await json("extension", "version", "@acme/new");
    assert.equal(nextVersion, "2099.11.22.2");
  });
});
