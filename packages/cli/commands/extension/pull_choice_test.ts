import assert from "node:assert/strict";
import { published } from "../../testing/published.ts";

const V1 = "2026.11.20.1";
const V2 = "2026.11.21.1";
/** Which one is taken is decided by manifests; only the two of the same type need code. */
const PLAIN = { codeless: true } as const;

Deno.test("which version a pull takes, and all of it or nothing", async (test) => {
  await using at = await published(
    { ...PLAIN, name: "@acme/base", version: V1 },
    { ...PLAIN, name: "@acme/base", version: V2 },
    { ...PLAIN, name: "@acme/pins", manifest: `dependencies: ["@acme/base@${V1}"]\n` },
    { ...PLAIN, name: "@acme/both", manifest: 'dependencies: ["@acme/base", "@acme/pins"]\n' },
    {
      ...PLAIN,
      name: "@acme/other",
      manifest: `dependencies: ["@acme/pins", "@acme/base@${V2}"]\n`,
    },
    { ...PLAIN, name: "@acme/broken", manifest: 'dependencies: ["@acme/base", "@acme/nothing"]\n' },
    { ...PLAIN, name: "@acme/asks", manifest: "permissions:\n  env: [HOME]\n" },
    { ...PLAIN, name: "@acme/needs", manifest: 'dependencies: ["@acme/asks"]\n' },
    { name: "@acme/twin", manifest: 'dependencies: ["@acme/same"]\n' },
    { name: "@acme/same", type: "@acme/twin" },
  );
  const pull = async (...argv: string[]) => {
    const done = await at.reader(["extension", "pull", ...argv, "--json"]);
    return done.exit === 0
      ? { ...JSON.parse(done.stdout), stderr: done.stderr }
      : { ...JSON.parse(done.stderr.slice(done.stderr.indexOf("{"))), stderr: done.stderr };
  };
  /** Versions by name, as the lockfile has them. */
  const installed = async () => {
    const { stdout } = await at.reader(["extension", "list", "--json"]);
    return Object.fromEntries(
      JSON.parse(stdout).extensions.map((
        one: { name: string; version: string },
      ) => [one.name, one.version]),
    );
  };
  const empty = async () => {
    for (const name of Object.keys(await installed())) {
      await at.reader(["extension", "rm", name, "--yes", "--force"]);
    }
  };

  await test.step("a dependency that is pinned exactly is pulled in that version", async () => {
    await pull("@acme/pins");
    assert.deepEqual(await installed(), { "@acme/base": V1, "@acme/pins": V2 });
    await empty();
    await pull("@acme/both");
    assert.equal((await installed())["@acme/base"], V1, "also when its pin is found later");
  });

  await test.step("one that is installed stays, and who wants another version is named", async () => {
    await empty();
    await pull(`@acme/base@${V2}`);
    const { stderr } = await pull("@acme/pins");
    assert.match(
      stderr,
      /warning: @acme\/pins was made for @acme\/base 2026\.11\.20\.1; 2026\.11\.21\.1 is installed/,
    );
  });

  await test.step("two manifests that pin two versions are told, and nothing is installed", async () => {
    await empty();
    const { code, error, hint } = await pull("@acme/other");
    assert.equal(code, "conflict");
    assert.match(
      error,
      /needs @acme\/base 2026\.11\.2\d\.1, and @acme\/\w+ needs 2026\.11\.2\d\.1/,
    );
    assert.match(hint, /svc extension pull @acme\/base@2026\.11\.2\d\.1/);
    assert.deepEqual(await installed(), {});
  });

  await test.step("a dependency that is not there, or not agreed to, leaves nothing installed", async () => {
    assert.equal((await pull("@acme/broken")).code, "not_found");
    const refused = await pull("@acme/needs");
    assert.equal(refused.code, "permissions_not_granted");
    assert.match(refused.error, /@acme\/asks 2026\.11\.21\.1 requests permissions:\n +env HOME/);
    assert.match(refused.hint, /then its dependents:\n +svc extension pull @acme\/needs$/);
    assert.deepEqual(await installed(), {});
    await pull("@acme/needs", "--allow-all-requested");
    assert.deepEqual(Object.keys(await installed()), ["@acme/asks", "@acme/needs"]);
  });

  await test.step("two that bring the same type are refused together", async () => {
    await empty();
    const { code, error } = await pull("@acme/twin");
    assert.equal(code, "conflict");
    assert.match(error, /both have the type @acme\/twin/);
    assert.deepEqual(await installed(), {});
  });

  await test.step("a yanked version is refused by number and as a pin; a lockfile restores it", async () => {
    await pull(`@acme/base@${V1}`);
    const yank = `extension yank @acme/base@${V1} --yes --reason`.split(" ");
    await at.ada.svc([...yank, "Leaks a token"]);
    const again = await pull(`@acme/base@${V1}`, "--force");
    assert.equal(again.version, V1, "the lockfile names it");
    assert.match(again.stderr, /warning: @acme\/base 2026\.11\.20\.1 was yanked: Leaks a token/);
    await Deno.remove(`${at.repo}/.svc`, { recursive: true });
    const restored = await at.reader(["extension", "install"]);
    assert.match(
      restored.stderr,
      /was yanked: Leaks a token\. It is restored because the lockfile/,
    );
    assert.equal(restored.exit, 0, restored.stdout);

    await empty();
    for (const name of [`@acme/base@${V1}`, "@acme/pins"]) {
      const { code, error, hint } = await pull(name);
      assert.equal(code, "extension_yanked", name);
      assert.match(error, /@acme\/base 2026\.11\.20\.1 was yanked: Leaks a token/);
      assert.match(hint, /svc extension versions @acme\/base/);
    }
    assert.deepEqual(await installed(), {});
  });

  await test.step("--min-age takes the newest that is old enough, also of a dependency", async () => {
    const { db, events } = at.on.registry.services;
    const makeOld = async () => {
      await db.updateTable("extension_version").set({ published_at: weekAgo } as never)
        .where("version", "=", V1).execute();
      // What the registry keeps in memory does not know of this.
      events.emit("store.changed", {});
    };
    await at.ada.svc(["extension", "unyank", `@acme/base@${V1}`]);
    const weekAgo = new Date(Date.now() - 7 * 86_400_000 - 60_000).toISOString();
    await makeOld();
    await at.publish({
      ...PLAIN,
      name: "@acme/user",
      version: V1,
      manifest: 'dependencies: ["@acme/base"]\n',
    });
    const { version, passedOver, stderr } = await pull("@acme/base", "--min-age", "7d");
    assert.deepEqual([version, passedOver], [V1, [V2]]);
    assert.match(stderr, /@acme\/base: skipped 2026\.11\.21\.1 \(.*\), younger than 7d\./);
    await empty();

    const young = await pull("@acme/user", "--min-age", "1h");
    assert.equal(young.code, "rule_refused");
    assert.match(young.error, /@acme\/user 2026\.11\.20\.1 is not known to be 1h old: it was/);
    await makeOld();
    const { dependencies } = await pull("@acme/user", "--min-age", "1w");
    assert.deepEqual([dependencies[0].version, dependencies[0].passedOver], [V1, [V2]]);
    await empty();
  });

  await test.step("pins in .svc.yaml hold for a pull without a version, also of a dependency", async () => {
    const marker = `${at.repo}/.svc.yaml`;
    const text = await Deno.readTextFile(marker);
    await Deno.writeTextFile(marker, `${text}pins:\n  - "@acme/base@${V1}"\n`);
    const { version, stderr } = await pull("@acme/base");
    assert.equal(version, V1);
    assert.match(stderr, /^\.svc\.yaml pins @acme\/base to 2026\.11\.20\.1\.$/m);
    const other = await pull(`@acme/base@${V2}`);
    assert.equal(other.version, V2, "who names a version gets it");
    assert.match(other.stderr, /^warning: \.svc\.yaml pins @acme\/base to 2026\.11\.20\.1; 2026/m);
    assert.equal((await pull("@acme/base")).version, V1, "also back to it");
    await empty();
    assert.equal((await pull("@acme/user")).dependencies[0].version, V1);
    await empty();
    const { code, error } = await pull("@acme/other");
    assert.equal(code, "conflict");
    assert.match(error, /^\.svc\.yaml needs @acme\/base 2026\.11\.20\.1, and @acme\/other needs 2/);
    await Deno.writeTextFile(marker, text);
  });

  await test.step("minAge in .svc.yaml holds for everybody, and --min-age 0 is said explicitly", async () => {
    const marker = `${at.repo}/.svc.yaml`;
    const text = await Deno.readTextFile(marker);
    await Deno.writeTextFile(marker, `${text}minAge: 2d\n`);
    assert.equal((await pull("@acme/base")).version, V1);
    await empty();
    const exact = await pull(`@acme/base@${V2}`);
    assert.equal(exact.code, "rule_refused");
    const command = /svc (extension pull \S+ --min-age 0)/.exec(exact.hint)![1]!;
    assert.equal((await at.reader(command.split(" "))).exit, 0, "the hint works as it stands");
    assert.equal((await installed())["@acme/base"], V2);
    assert.equal((await pull(`@acme/base@${V2}`)).alreadyInstalled, true, "it is in the lockfile");
    await pull("@acme/base");
    assert.equal((await installed())["@acme/base"], V2, "waiting takes back nothing");

    await Deno.remove(`${at.repo}/.svc`, { recursive: true });
    assert.equal((await at.reader(["extension", "install"])).exit, 0, "a lockfile is not affected");
    for (const wrong of ["minAge: soon", "minAge: [7d]", "minAge: 7", "minAge: {"]) {
      await Deno.writeTextFile(marker, `${text}${wrong}\n`);
      const { code } = await pull("@acme/base");
      assert.match(code, /^(invalid_argument|validation_failed)$/, wrong);
    }
    await Deno.writeTextFile(marker, text);
  });
});
