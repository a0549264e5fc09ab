import assert from "node:assert/strict";
import { type ExtensionRecipe, writeExtension } from "../../testing/extension.ts";
import { temporaryConfig } from "../../testing/host.ts";
import { listeningRegistry, loggedIn } from "../../testing/registry.ts";

async function withExtension() {
  const stack = new AsyncDisposableStack();
  const on = stack.use(await listeningRegistry());
  const ada = stack.use(await loggedIn(on, "ada"));
  await on.createCollective(ada.cookie, "acme");
  const push = async (version: string, ...given: (string | ExtensionRecipe)[]) => {
    await using folder = await temporaryConfig();
    const recipe = given.find((one) => typeof one !== "string");
    const more = given.filter((one) => typeof one === "string");
    // What happens to a version does not depend on what it holds.
    const manifest = await writeExtension(folder.path, { codeless: true, version, ...recipe });
    const done = await ada.svc(["extension", "push", manifest, "--yes", "--no-check", ...more]);
    assert.equal(done.exit, 0, done.stderr);
  };
  const json = async (...argv: string[]) => {
    const outcome = await ada.svc([...argv, "--json"]);
    assert.equal(outcome.exit, 0, outcome.stderr);
    return JSON.parse(outcome.stdout);
  };
  return { on, ada, push, json, [Symbol.asyncDispose]: () => stack.disposeAsync() };
}

const NAME = "@acme/greeter";

Deno.test("info and search show what is published, anonymously too", async () => {
  await using at = await withExtension();
  await at.push("2026.11.21.1", { codeless: false });
  const text = (await at.ada.svc(["extension", "info", NAME])).stdout;
  assert.match(text, /^@acme\/greeter {2}Greets people by name\.$/m);
  assert.match(text, /^Version: +2026\.11\.21\.1$/m);
  assert.match(text, /^Publisher: +ada$/m);
  assert.match(text, /^ {2}greet {2}Says hello$/m);
  assert.match(text, /^It requests no permissions\.$/m);
  const old = await at.ada.svc(["extension", "info", `${NAME}@2026.11.21.1`]);
  assert.match(old.stderr, /hint: .*\/extensions\/@acme\/greeter\/2026\.11\.21\.1\n/);
  const info = await at.json("extension", "info", NAME);
  assert.equal(info.contentMetadata.models[0].type, NAME);
  const found = await at.json("extension", "search", "greets");
  assert.equal(found.extensions[0].name, NAME);
  assert.equal(found.meta.total, 1);
  assert.match((await at.ada.svc(["extension", "search", "greets"])).stdout, /1 extension$/m);
  const counted = await at.ada.svc([
    "extension",
    "search",
    "greets",
    "--sort",
    "score",
    "--facets",
  ]);
  assert.match(counted.stdout, /0 pulls\n.*\n {2}no permissions\n/);
  assert.match(counted.stdout, /^Contents \(--content-type\): models 1$/m);
  assert.equal((await at.json("extension", "search", "xyzzy")).extensions.length, 0);
});

Deno.test("version says what is published where, and a next version above all of it", async () => {
  await using at = await withExtension();
  const today = () => new Date().toISOString().slice(0, 10).replaceAll("-", ".");
  const before = today();
  const { nextVersion, ...none } = await at.json("extension", "version", NAME);
  assert.deepEqual(none, { extensionName: NAME, currentPublished: null });
  // A day may end meanwhile.
  assert.ok([before, today()].map((day) => `${day}.1`).includes(nextVersion), nextVersion);
  // Of a day to come, which is none of the days on which this runs.
  await at.push("2099.11.21.4");
  await at.push("2099.11.21.7", "--channel", "beta");
  assert.deepEqual(await at.json("extension", "version", NAME), {
    extensionName: NAME,
    currentPublished: "2099.11.21.4",
    nextVersion: "2099.11.21.8",
    channels: { beta: { latest: "2099.11.21.7" } },
  });
});

Deno.test("promote moves a version upward", async () => {
  await using at = await withExtension();
  await at.push("2026.11.21.1", "--channel", "beta");
  const moved = await at.json(
    ..."extension promote @acme/greeter 2026.11.21.1 --channel stable".split(" "),
  );
  assert.deepEqual([moved.previousChannel, moved.channel], ["beta", "stable"]);
  assert.equal((await at.json("extension", "info", NAME)).latestVersion, "2026.11.21.1");
});

Deno.test("a yanked version leaves latest, and unyank brings it back", async () => {
  await using at = await withExtension();
  await at.push("2026.11.21.1");
  await at.push("2026.11.21.2");
  const yank = ["extension", "yank", `${NAME}@2026.11.21.2`, "--reason", "broken"];
  assert.equal((await at.ada.svc(yank)).exit, 2, "it asks first");
  assert.deepEqual(await at.json(...yank, "--yes"), {
    yanked: { name: NAME, version: "2026.11.21.2", channel: null, reason: "broken" },
  });
  assert.equal((await at.json("extension", "info", NAME)).latestVersion, "2026.11.21.1");
  const twice = await at.ada.svc([...yank, "--yes", "--json"]);
  assert.equal(JSON.parse(twice.stderr).code, "already_yanked");
  await at.json("extension", "unyank", NAME, "2026.11.21.2");
  assert.equal((await at.json("extension", "info", NAME)).latestVersion, "2026.11.21.2");
});

Deno.test("versions and info show each version, the yanked one with its reason", async () => {
  await using at = await withExtension();
  await at.push("2026.11.21.1");
  await at.push("2026.11.21.2", "--channel", "beta");
  await at.json("extension", "yank", `${NAME}@2026.11.21.1`, "--reason", "leaks a token", "-y");
  const row = /^2026\.11\.21\.1 {2}stable {3}\d{4}-\d\d-\d\d {2}\d+ kB +yanked: leaks a token$/m;
  const { stdout } = await at.ada.svc(["extension", "versions", NAME]);
  assert.match(stdout, /^VERSION .*\n2026\.11\.21\.2 +beta /);
  assert.match(stdout, row);
  const info = (await at.ada.svc(["extension", "info", NAME])).stdout;
  assert.match(info, row);
  assert.match(info, /\nFetch it with: svc extension pull @acme\/greeter --channel beta\n$/);
  const beta = await at.json("extension", "versions", NAME, "--channel", "beta");
  assert.deepEqual([beta.meta.total, beta.versions[0].yankReason], [1, null]);
  const second = await at.json("extension", "versions", NAME, "--per-page", "1", "--page", "2");
  assert.deepEqual(second.versions.map((one: { version: string }) => one.version), [
    "2026.11.21.1",
  ]);
  const unknown = await at.ada.svc(["extension", "versions", "@acme/nothing", "--json"]);
  assert.equal(JSON.parse(unknown.stderr).code, "not_found");
});

Deno.test("open prints the page's address where no browser can be opened, and none of a page that is not there", async () => {
  await using at = await withExtension();
  await at.push("2026.11.21.1");
  const { stdout } = await at.ada.svc(["extension", "open", NAME]);
  assert.equal(stdout, `${at.on.url}/extensions/@acme/greeter\n`);
  assert.equal(await fetch(stdout.trim()).then((page) => page.text().then(() => page.status)), 200);
  assert.equal((await at.ada.svc(["extension", "open", "@acme/nothing"])).exit, 1);
});

Deno.test("yank needs a reason, and one version only", async () => {
  await using at = await withExtension();
  const refused = await at.ada.svc(["extension", "yank", NAME, "-y", "--json"]);
  assert.equal(refused.exit, 2);
  assert.match(JSON.parse(refused.stderr).error, /--reason <text> is required/);
  const two = await at.ada.svc(
    [..."extension yank @acme/greeter@2026.11.21.1 2026.11.21.2 -y --reason x".split(" ")],
  );
  assert.equal(two.exit, 2);
  assert.match(two.stderr, /Two versions are named/);
});

Deno.test("deprecate shows in info, undeprecate lifts it", async () => {
  await using at = await withExtension();
  await at.push("2026.11.21.1");
  await at.push("2026.11.21.1", { name: "@acme/new" });
  await at.json(
    ..."extension deprecate @acme/greeter -y --superseded-by @acme/new --reason old".split(" "),
  );
  const info = await at.ada.svc(["extension", "info", NAME]);
  assert.match(info.stdout, /^Deprecated: old\. Use @acme\/new instead\.$/m);
  await at.json("extension", "undeprecate", NAME);
  assert.doesNotMatch((await at.ada.svc(["extension", "info", NAME])).stdout, /Deprecated/);
});
