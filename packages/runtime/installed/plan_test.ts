import { deepEqual } from "node:assert/strict";
import { parseManifest } from "@svc/core/manifest";
import { recordConsent } from "../consent/store.ts";
import { initRepository } from "../repository/init.ts";
import { repositoryAt } from "../repository/repository.ts";
import { manifestText, temporaryFolder, writeFiles } from "../testing/extension.ts";
import { planInstall } from "./plan.ts";

const manifest = parseManifest(
  manifestText("permissions:\n  net: ['${globalArgs.url}', api.example.com]\n"),
);

/** An extension whose placeholder means the host of `url` unless a person sets another. */
function extension(url: string) {
  const model = {
    file: "greeter.ts",
    type: "@acme/greeter",
    version: "2026.01.02.3",
    globalArguments: { properties: { url: { type: "string", default: url } } },
    dataOutputSpecs: [],
    methods: [],
  };
  return { manifest, descriptor: { models: [model] } };
}

Deno.test("a plan shows a placeholder's default, and asks anew when an update has another", async () => {
  await using folder = await temporaryFolder();
  await initRepository(folder.path);
  const repository = repositoryAt(folder.path, `${folder.path}/config`);
  const first = extension("https://one.example/api");
  const plan = await planInstall(repository, first);
  deepEqual(plan.permissions, [
    "net ${globalArgs.url} (one.example:443 unless you set another)",
    "net api.example.com",
  ]);
  deepEqual(plan.added, plan.permissions);

  const descriptor = JSON.stringify({
    ...first.descriptor,
    permissions: first.manifest.permissions,
  });
  await writeFiles(`${folder.path}/.svc/pulled-extensions/@acme/greeter`, {
    "descriptor.json": descriptor,
  });
  const unasked = (await planInstall(repository, first)).added;
  deepEqual(unasked, plan.permissions, "what lies in the repository grants nothing");

  await recordConsent(repository, {
    origin: "pulled",
    extension: manifest.name,
    version: manifest.version,
    permissions: { net: ["${globalArgs.url}", "api.example.com"] },
    shown: plan.permissions,
    content: { checksum: "0".repeat(64), bundles: {}, types: {}, files: "" },
  });
  deepEqual((await planInstall(repository, extension("https://one.example/v2"))).added, []);
  deepEqual((await planInstall(repository, extension("https://two.example"))).added, [
    "net ${globalArgs.url} (two.example:443 unless you set another)",
  ]);
});
