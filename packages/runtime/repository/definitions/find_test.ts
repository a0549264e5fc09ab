import { deepEqual, equal, rejects } from "node:assert/strict";
import fc from "fast-check";
import { initRepository } from "../init.ts";
import { type Repository, repositoryAt } from "../repository.ts";
import { temporaryFolder, writeFiles } from "../../testing/extension.ts";
import { refusal } from "../../testing/refusal.ts";
import { createDefinition } from "../../behavior/definitions/create.ts";
import { deleteDefinition } from "../../behavior/definitions/delete.ts";
import { allDefinitions, definitionNames, findDefinition, tryFindDefinition } from "./find.ts";

/** A repository with these files below `behaviors/`. */
async function withFiles(
  files: Record<string, string>,
): Promise<AsyncDisposable & { repository: Repository }> {
  const folder = await temporaryFolder();
  await initRepository(folder.path);
  await writeFiles(`${folder.path}/behaviors`, files);
  return {
    repository: repositoryAt(folder.path),
    [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
  };
}

const ID = "0b6f2a51-6a5e-4c39-9d4e-0c4f8a6f1a01";
const text = (name: string, id: string = crypto.randomUUID(), more = "") =>
  `type: command/shell\nid: ${id}\nname: ${name}\n${more}`;

Deno.test("a behavior is found by the name and the id inside, whatever its file is called", async () => {
  await using at = await withFiles({
    [`command/shell/${ID}.yaml`]: text("legacy", ID),
    "My File.yml": text("short"),
    "a/b/c/d.yaml": text('"@acme/team/deep"'),
    "flow.yaml": `{type: command/shell, id: flow-1, name: "fl\\u006fw"}`,
    "quoted.yaml":
      `# my first\n"type": 'command/shell'\nid: "${crypto.randomUUID()}" # mine\nname: 'quo ted'\n`,
    ".hidden.yaml": text("hidden"),
    "notes.txt": text("notes"),
  });
  const { repository } = at;
  equal((await findDefinition(repository, "legacy")).definition.id, ID);
  equal((await findDefinition(repository, ID)).definition.name, "legacy");
  for (const name of ["short", "@acme/team/deep", "flow", "quo ted"]) {
    equal((await findDefinition(repository, name)).definition.name, name);
  }
  equal((await findDefinition(repository, "flow-1")).definition.name, "flow");
  for (const name of ["hidden", "notes", "My File", "d"]) {
    equal(await tryFindDefinition(repository, name), undefined);
  }
  deepEqual(await definitionNames(repository), ["flow", "legacy", "short"]);
});

Deno.test("two files with one name, or one id, are refused naming both", async () => {
  await using at = await withFiles({
    "one.yaml": text("same"),
    "two.yml": `{ name: same, id: x1, type: command/shell }`,
    "three.yaml": text("third", ID),
    "four.yaml": text("fourth", ID.toUpperCase()),
  });
  const { repository } = at;
  await rejects(
    findDefinition(repository, "same"),
    refusal("conflict", /the name 'same': behaviors\/one\.yaml and behaviors\/two\.yml/),
  );
  for (const wanted of ["third", "fourth", ID]) {
    await rejects(
      findDefinition(repository, wanted),
      refusal("conflict", /the id .*behaviors\/\w+\.yaml and behaviors\/\w+\.yaml/),
    );
  }
  equal((await findDefinition(repository, "x1")).definition.name, "same", "its id is its own");
});

Deno.test("a behavior that is not there is answered with the nearest and with what could not be read", async () => {
  await using at = await withFiles({
    "a.yaml": text("insight"),
    "bad.yaml": "type: [",
    "big.yaml": text("big", undefined, `x: "${"x".repeat(300_000)}"\n`),
  });
  await rejects(
    findDefinition(at.repository, "insigth"),
    refusal(
      "definition_not_found",
      /Did you mean 'insight'\?/,
      /bad\.yaml: line 1/,
      /big\.yaml: has/,
    ),
  );
  await rejects(findDefinition(at.repository, "bad"), refusal("validation_failed", /bad\.yaml/));
});

Deno.test("a link below behaviors is not followed", async () => {
  await using outside = await temporaryFolder();
  await writeFiles(outside.path, { "out.yaml": text("outside"), "in/in.yaml": text("inside") });
  await using at = await withFiles({ "own.yaml": text("own") });
  const folder = `${at.repository.root}/behaviors`;
  await Deno.symlink(`${outside.path}/out.yaml`, `${folder}/out.yaml`);
  await Deno.symlink(`${outside.path}/in`, `${folder}/in`);
  await Deno.symlink(folder, `${folder}/round`);
  deepEqual(await definitionNames(at.repository), ["own"]);
  equal(await tryFindDefinition(at.repository, "outside"), undefined);
});

Deno.test("create does not replace a file of that name which holds another behavior", async () => {
  await using at = await withFiles({ "command/shell/mine.yaml": text("other") });
  const make = (name: string) => createDefinition(at.repository, { type: "command/shell", name });
  await rejects(
    make("mine"),
    refusal("already_exists", /mine\.yaml already exists with other content/),
  );
  await rejects(make("other"), refusal("already_exists", /Behavior already exists: other/));
  equal(
    (await make("@acme/team/new")).path,
    `${at.repository.root}/behaviors/command/shell/@acme/team/new.yaml`,
  );
  equal((await findDefinition(at.repository, "@acme/team/new")).definition.version, 1);
});

Deno.test("create writes no file with a key that is read as a merge", async () => {
  await using at = await withFiles({});
  await rejects(
    createDefinition(at.repository, { type: "command/shell", name: "x", tags: { "<<": "a" } }),
    refusal("validation_failed", /x\.yaml cannot have a key named '<<'/),
  );
  deepEqual(await allDefinitions(at.repository), []);
});

Deno.test("names one character apart are different behaviors, in any order of files", async () => {
  const name = fc.stringMatching(/^[a-zé][a-z0-9_é-]{0,5}$/);
  await fc.assert(
    fc.asyncProperty(fc.uniqueArray(name, { minLength: 2, maxLength: 6 }), async (names) => {
      const files = names.map((each, index) => [`${index}.yaml`, text(JSON.stringify(each))]);
      await using at = await withFiles(Object.fromEntries(files));
      for (const [index, each] of names.entries()) {
        const found = await findDefinition(at.repository, each);
        equal(found.path, `${at.repository.root}/behaviors/${index}.yaml`);
      }
      const [first] = names;
      await deleteDefinition(at.repository, first!);
      equal(await tryFindDefinition(at.repository, first!), undefined);
      equal((await allDefinitions(at.repository)).length, names.length - 1);
    }),
    { numRuns: 20 },
  );
});
