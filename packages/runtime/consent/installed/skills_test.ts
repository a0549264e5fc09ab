import { deepEqual, equal, rejects } from "node:assert/strict";
import { listFilesBelow } from "../../base/files/read.ts";
import { initRepository } from "../../repository/init.ts";
import { type Repository, repositoryAt } from "../../repository/repository.ts";
import { GREET, modelText, temporaryFolder } from "../../testing/extension.ts";
import { refusal } from "../../testing/refusal.ts";
import { verifiedExtension } from "../../testing/verified.ts";
import { installExtension } from "./install.ts";
import { readLockfile } from "./lockfile.ts";
import { planInstall } from "./plan.ts";
import { removeExtensions } from "./remove.ts";
import { skillFolderOf } from "./skills.ts";
import { verifyInstalled } from "./verify.ts";

const NAME = "@acme/greeter";

/** An extension with skills, each with one more file. */
function withSkills(skills: string[], options: { version?: string; text?: string } = {}) {
  const { version = "2026.01.02.3", text = "Greet." } = options;
  return verifiedExtension(`${modelText(GREET)}// ${version} ${text}`, {
    version,
    manifest: `skills: [${skills}]\n`,
    files: Object.fromEntries(skills.flatMap((name) => [
      [`skills/${name}/SKILL.md`, `---\nname: ${name}\ndescription: ${text}\n---\n`],
      [`skills/${name}/more/x.md`, text],
    ])),
  });
}

async function inRepository(
  body: (repository: Repository) => Promise<void>,
  marker = "",
): Promise<void> {
  await using folder = await temporaryFolder();
  const root = `${folder.path}/root`;
  await Deno.mkdir(`${folder.path}/config`, { mode: 0o700 });
  await initRepository(root);
  await Deno.writeTextFile(`${root}/.svc.yaml`, marker, { append: true });
  await body(repositoryAt(root, `${folder.path}/config`));
}

/** What is in the folders of coding agents. */
async function agents({ root }: Repository): Promise<string[]> {
  return (await listFilesBelow(root)).filter((file) =>
    /^\.(claude|agents|cursor|kiro)\//.test(file)
  );
}

Deno.test("skills go where coding agents find them, stand in the lockfile, and go with the extension", async () => {
  await inRepository(async (repository) => {
    await installExtension(repository, await withSkills(["help", "first"]));
    const skills = ["first", "help"].flatMap((name) => [`${name}/SKILL.md`, `${name}/more/x.md`]);
    const expected = [".agents", ".claude"].flatMap((agent) =>
      skills.map((file) => `${agent}/skills/${file}`)
    );
    deepEqual(await agents(repository), expected);
    const { [NAME]: entry } = await readLockfile(repository);
    deepEqual(entry!.files.filter((file) => !file.startsWith(".svc/")), expected);
    equal((await verifyInstalled(repository, NAME)).ready, true);

    await installExtension(
      repository,
      await withSkills(["help"], { version: "2026.01.02.4", text: "New." }),
    );
    deepEqual(await agents(repository), expected.filter((file) => file.includes("/help/")));
    equal(await Deno.readTextFile(`${repository.root}/.claude/skills/help/more/x.md`), "New.");

    await removeExtensions(repository, [NAME]);
    deepEqual(await agents(repository), []);
    deepEqual(
      [...Deno.readDirSync(repository.root)].map(({ name }) => name).includes(".claude"),
      false,
    );
  });
});

for (
  const [marker, folders] of [
    ["tools: [claude]\n", [".claude"]],
    ["tools: [codex, cursor]\n", [".agents", ".cursor"]],
    ["tool: kiro\n", [".kiro"]],
    ["tools: [none]\n", []],
  ] as const
) {
  Deno.test(`skills go to the agents of the marker: ${marker.trim()}`, async () => {
    await inRepository(async (repository) => {
      const plan = await planInstall(repository, await withSkills(["help"]));
      deepEqual(plan.skills, folders.map((folder) => `${folder}/skills/help`));
    }, marker);
  });
}

Deno.test("a skill that somebody has is not replaced, nor one that they added to", async () => {
  await inRepository(async (repository) => {
    const own = `${repository.root}/.claude/skills/help`;
    await Deno.mkdir(own, { recursive: true });
    await Deno.writeTextFile(`${own}/mine.md`, "mine");
    const help = await withSkills(["help"]);
    await rejects(
      installExtension(repository, help),
      refusal("conflict", /\.claude\/skills\/help\/mine\.md/),
    );
    deepEqual(await agents(repository), [".claude/skills/help/mine.md"]);
    deepEqual(await readLockfile(repository), {});

    await Deno.remove(own, { recursive: true });
    await installExtension(repository, help);
    await Deno.writeTextFile(`${own}/mine.md`, "mine");
    await rejects(
      installExtension(repository, await withSkills(["help"], { version: "2026.01.02.4" })),
      refusal("conflict", /help\/mine\.md/),
    );
    await rejects(removeExtensions(repository, [NAME]), refusal("conflict", /changed here/));
    await removeExtensions(repository, [NAME], { force: true });
    deepEqual(await agents(repository), [".claude/skills/help/mine.md"]);
  });
});

Deno.test("nothing is written through a link, neither in the place of a skill nor above it", async () => {
  for (const link of [".claude", ".agents/skills", ".claude/skills/help"]) {
    await inRepository(async (repository) => {
      const elsewhere = `${repository.root}/../elsewhere`;
      await Deno.mkdir(elsewhere);
      await Deno.mkdir(`${repository.root}/${link}`.replace(/\/[^/]*$/, ""), { recursive: true });
      await Deno.symlink(elsewhere, `${repository.root}/${link}`);
      await rejects(
        installExtension(repository, await withSkills(["help"]), { force: true }),
        refusal("conflict", /is a symbolic link/),
      );
      deepEqual([...Deno.readDirSync(elsewhere)], []);
      deepEqual(await readLockfile(repository), {});
    });
  }
});

Deno.test("a lockfile that lists what no pull writes as a skill has nothing of it read or removed", async () => {
  await inRepository(async (repository) => {
    await installExtension(repository, await withSkills(["help"]));
    const lockfile = await readLockfile(repository);
    const bad = [
      "README.md",
      ".claude/settings.json",
      ".claude/skills/../../x",
      ".claude/skills/a/../b",
    ];
    for (const file of bad) {
      await Deno.writeTextFile(`${repository.root}/README.md`, "mine");
      await Deno.mkdir(`${repository.root}/.claude/skills/b`, { recursive: true });
      await Deno.writeTextFile(`${repository.root}/.claude/settings.json`, "{}");
      const entry = { ...lockfile[NAME]!, files: [...lockfile[NAME]!.files, file].sort() };
      await Deno.writeTextFile(
        `${repository.root}/upstream_extensions.json`,
        JSON.stringify({ [NAME]: entry }),
      );
      deepEqual((await verifyInstalled(repository, NAME)).missing, [file]);
    }
    await removeExtensions(repository, [NAME]);
    equal(await Deno.readTextFile(`${repository.root}/README.md`), "mine");
    equal(await Deno.readTextFile(`${repository.root}/.claude/settings.json`), "{}");
  });
});

Deno.test("only a file below the folder of one skill is one of a skill", () => {
  equal(skillFolderOf(".claude/skills/a/SKILL.md"), ".claude/skills/a");
  equal(skillFolderOf(".agents/skills/a-b.c/d/e"), ".agents/skills/a-b.c");
  const none = [
    ".claude/skills/a",
    ".claude/skills/a/",
    ".claude/skills//SKILL.md",
    ".claude/skills/../x/y",
    ".claude/skills/.hidden/x",
    ".claude/skills/a/../../settings.json",
    ".claude/skills/a/b/..",
    ".claude/skills/a/./b",
    ".claude/skills/a//b",
    ".git/skills/a/b",
    "x/.claude/skills/a/b",
    `.claude/skills/${"a".repeat(65)}/b`,
    ".claude/skills/a b/c",
  ];
  deepEqual(none.filter((path) => skillFolderOf(path) !== undefined), []);
});
