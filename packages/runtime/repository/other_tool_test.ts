import { equal, rejects } from "node:assert/strict";
import { temporaryFolder } from "../testing/extension.ts";
import { refusal } from "../testing/refusal.ts";
import { answeredTool, isOtherTool, readOtherTool } from "./other_tool.ts";
import { repositoryAt } from "./repository.ts";

Deno.test("a repository names one program of another tool, and none that people have", async () => {
  await using folder = await temporaryFolder();
  const repository = repositoryAt(folder.path, `${folder.path}/config`);
  const named = async (line: string) => {
    await Deno.writeTextFile(`${folder.path}/.svc.yaml`, `repoId: x\n${line}\n`);
    return await readOtherTool(repository);
  };
  equal(await named(""), undefined);
  equal(await named("otherTool: some-tool"), "some-tool");
  for (
    const name of ["git", "sh", "node", "svc", "../x", "'a b'", "/bin/x", "[]", "Tool", '"x\\n"']
  ) {
    await rejects(named(`otherTool: ${name}`), refusal("validation_failed"), name);
  }
  equal(isOtherTool("kubectl"), false);
});

Deno.test("a program that is here is started itself, whatever the repository says", async () => {
  await using folder = await temporaryFolder();
  const repository = repositoryAt(folder.path, `${folder.path}/config`);
  await Deno.writeTextFile(`${folder.path}/.svc.yaml`, "otherTool: some-tool\n");
  equal(await answeredTool(repository), "some-tool");
  await Deno.mkdir(`${folder.path}/bin`);
  await Deno.writeTextFile(`${folder.path}/bin/some-tool`, "#!/bin/sh\n", { mode: 0o755 });
  const path = Deno.env.get("PATH");
  Deno.env.set("PATH", `${path}:${folder.path}/bin`);
  try {
    equal(await answeredTool(repository), undefined);
  } finally {
    Deno.env.set("PATH", path!);
  }
});
