import { deepEqual, ok, rejects } from "node:assert/strict";
import { describeExtension } from "../../extension/describe/describe.ts";
import { initRepository } from "../../repository/init.ts";
import { repositoryAt } from "../../repository/repository.ts";
import { admitType } from "../../run/admit/admit.ts";
import { GREET, modelText, temporaryFolder } from "../../testing/extension.ts";
import { copyFolder } from "../../testing/copied.ts";
import { killedAnywhere } from "../../testing/killed.ts";
import { place, type PlainExtension } from "../../testing/placing.ts";
import { withoutSync } from "../../testing/without_sync.ts";
import { refusal } from "../../testing/refusal.ts";
import { verifiedExtension } from "../../testing/verified.ts";
import { resolveType } from "../types/resolve.ts";
import { listInstalled } from "./list.ts";
import { removeExtensions } from "./remove.ts";
import { verifyInstalled } from "./verify.ts";

const NAME = "@acme/greeter";
const BASE = "@acme/base";
const OLD = "2026.01.02.3";
const NEW = "2026.02.02.1";

Deno.test("a pull, an update and a removal killed before any change of the disk are whole or undone", async (test) => {
  await using folder = await temporaryFolder();
  using _disk = withoutSync();
  // A consent knows the path of its repository, so every state is tried at the same place.
  const work = `${folder.path}/work`;
  const [root, config] = [`${work}/root`, `${work}/config`] as const;
  const repository = repositoryAt(root, config);
  const save = (name: string) => {
    copyFolder(work, `${folder.path}/${name}`);
    return { folder: `${folder.path}/${name}`, holds: snapshot(work) };
  };
  const load = (state: { folder: string }) => copyFolder(state.folder, work);

  await Deno.mkdir(config, { recursive: true, mode: 0o700 });
  await initRepository(root);
  await Deno.writeTextFile(`${root}/.svc.yaml`, "tools: [claude]\n", { append: true });
  const old = await bundled(OLD, "permissions:\n  net:\n    - a.example\n", ["help", "first"]);
  const next = await bundled(NEW, "permissions:\n  env:\n    - NAME\n", ["help"]);
  const empty = save("empty");
  await place(root, config, old);
  const installed = save("installed");
  await place(root, config, next);
  const updated = save("updated");

  load(empty);
  const base = dependency(old);
  await place(root, config, old, base);
  const both = save("both");

  const places = (...extensions: PlainExtension[]) => ({
    module: `${import.meta.dirname}/../../testing/placing.ts`,
    ...{ call: "place", args: [root, config, ...extensions] },
  });
  const removes = {
    module: `${import.meta.dirname}/remove.ts`,
    ...{ call: "removeExtensions", args: [repository, [NAME]] },
  };
  const cases = [
    { name: "pull", from: empty, to: installed, work: places(old) },
    { name: "pull with a dependency", from: empty, to: both, work: places(old, base) },
    { name: "update", from: installed, to: updated, work: places(next) },
    { name: "the same again", from: installed, to: installed, work: places(old) },
    { name: "rm", from: installed, to: empty, work: removes },
  ];
  for (const { name, from, to, work: done } of cases) {
    await test.step(name, async () => {
      load(from);
      const killed = await killedAnywhere(work, done);
      deepEqual(snapshot(work), to.holds);
      ok(killed.count > 20, `${name} makes ${killed.count} changes`);

      const outcomes = new Set<typeof empty>();
      await killed.each(async (number) => {
        // Whoever reads next sees the old state or the new one, and nothing is left over.
        if (number % 4 < 2) await listInstalled(repository);
        else await resolveType(repository, NAME).catch(() => {});
        const holds = JSON.stringify(snapshot(work));
        const state = [empty, installed, updated, both].find((one) =>
          JSON.stringify(one.holds) === holds
        );
        ok(state === from || state === to);
        if (!outcomes.has(state!)) await runs(state!);
        outcomes.add(state!);

        if (name === "the same again" || to === both) return;

        killed.restore(number);
        if (number % 2 === 0) {
          await place(root, config, next);
          deepEqual(snapshot(work), updated.holds, "pulled again");
          return;
        }
        if (state === empty) {
          await rejects(removeExtensions(repository, [NAME]), refusal("not_found"));
        } else await removeExtensions(repository, [NAME]);
        deepEqual(snapshot(work), empty.holds, "removed");
      });
      deepEqual(outcomes, new Set([from, to]));
    });
  }

  /** What a state holds can be run with what was granted for it, or is not there. */
  async function runs(state: typeof empty): Promise<void> {
    const names = (await listInstalled(repository)).map(({ name }) => name);
    if (state === both) deepEqual(names, [BASE, NAME]);
    const versions = (await listInstalled(repository)).filter(({ name }) => name === NAME)
      .map(({ version }) => version);
    if (state === empty) {
      deepEqual(versions, []);
      return await rejects(admitType(repository, NAME), refusal("unknown_type"));
    }
    const { extensionVersion, permissions } = await admitType(repository, NAME);
    deepEqual([versions, extensionVersion, permissions], [
      [state === updated ? NEW : OLD],
      versions[0],
      state === updated ? { env: ["NAME"] } : { net: ["a.example"] },
    ]);
    ok((await verifyInstalled(repository, NAME)).ready);
  }
});

/** The same under another name, with a type of its own. */
function dependency(plain: PlainExtension): PlainExtension {
  return JSON.parse(JSON.stringify(plain).replaceAll(NAME, BASE).replaceAll("skills/", "texts/"), (
    key,
    value,
  ) => key === "skills" ? [] : value);
}

/** An extension as a pull has bundled it. */
async function bundled(
  version: string,
  permissions: string,
  skills: string[],
): Promise<PlainExtension> {
  const { files, ...extension } = await verifiedExtension(modelText(GREET), {
    version,
    manifest: `${permissions}skills: [${skills}]\nadditionalFiles: [words.txt]\n`,
    files: {
      "words.txt": version,
      ...Object.fromEntries(
        skills.map((name) => [`skills/${name}/SKILL.md`, `---\nname: ${name} ${version}\n---\n`]),
      ),
    },
  });
  const described = await describeExtension(files, extension.manifest);
  return {
    extension: {
      ...extension,
      files: [...files].map(([path, { bytes }]) => [path, bytes.toBase64()]),
    },
    descriptor: described.descriptor,
    // What is in a bundle is all the same here, and these are written and read very often.
    bundles: [...described.bundles.keys()].map((
      entry,
    ) => [entry, { code: `export const model = {}; // ${version}\n`, map: "{}" }]),
  };
}

/** Every folder, and every file with its text, but for times, locks, ids and an empty lockfile. */
function snapshot(folder: string, prefix = ""): string[] {
  const lines: string[] = [];
  for (const { name, isDirectory } of Deno.readDirSync(`${folder}/${prefix}`)) {
    const path = `${prefix}${name}`;
    if (/^root\/\.svc\/((extensions|locks\/bundles)\.lock|copy-id)$/.test(path)) continue;
    if (isDirectory) {
      if (path.startsWith("root/.svc/pulled-extensions/")) lines.push(`${path}/`);
      lines.push(...snapshot(folder, `${path}/`));
      continue;
    }
    const text = Deno.readTextFileSync(`${folder}/${path}`);
    if (path === "root/upstream_extensions.json" && text === "{}\n") continue;
    const timeless = text.replaceAll(/"(pulledAt|grantedAt)": "[^"]*"/g, "");
    lines.push(`${path.replace(/\/[0-9a-f]{32}\//, "/copy/")} ${timeless}`);
  }
  return prefix === "" ? lines.sort() : lines;
}
