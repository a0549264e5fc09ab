import { deepEqual, equal, rejects } from "node:assert/strict";
import { readConsent } from "../../consent/store.ts";
import { installExtension } from "../../consent/installed/install.ts";
import { initRepository } from "../../repository/init.ts";
import { type Repository, repositoryAt } from "../../repository/repository.ts";
import { GREET, modelText, temporaryFolder, writeFiles } from "../../testing/extension.ts";
import { refusal } from "../../testing/refusal.ts";
import { greeterRepository } from "../../testing/repository.ts";
import { verifiedExtension } from "../../testing/verified.ts";
import { admitType } from "./admit.ts";

const NAME = "@acme/greeter";
const ASKS = "permissions:\n  net:\n    - a.example\n";

async function policy({ config }: Repository, text: string): Promise<void> {
  await Deno.mkdir(config!, { recursive: true, mode: 0o700 });
  await Deno.writeTextFile(`${config}/policy.yaml`, text, { mode: 0o600 });
}

Deno.test("what a run is allowed answers the first question when it covers it, and is kept nowhere", async () => {
  await using greeter = await greeterRepository(modelText(GREET), { manifest: ASKS });
  const { repository } = greeter;
  const asked: string[][] = [];
  const ask = (allow: Record<string, string[]>) =>
    admitType(repository, NAME, {
      allow,
      onGrant: (request) => {
        asked.push(request.asked.map(({ line }) => line));
        return Promise.reject(new Error("no"));
      },
    });
  deepEqual((await ask({ net: ["*.a.example"], run: ["git"] })).permissions, {
    net: ["*.a.example"],
    run: ["git"],
  });
  const all = await admitType(repository, NAME, { allowRequested: true });
  deepEqual(all.permissions, { net: ["a.example"] });
  equal(await readConsent(repository, NAME, "local"), undefined);
  await rejects(ask({ run: ["git"] }), /no/);
  deepEqual(asked, [["net a.example"]]);
});

Deno.test("a policy grants without a question, and denies consent and command line alike", async () => {
  await using greeter = await greeterRepository(modelText(GREET), { manifest: ASKS });
  const { repository } = greeter;
  await policy(repository, "allow: [net:*.a.example, env:HOME]\ndeny: [run:git]\n");
  const admitted = await admitType(repository, NAME);
  deepEqual(admitted.permissions, { net: ["*.a.example"], env: ["HOME"] });
  deepEqual(admitted.denied, { run: ["git"] });
  await rejects(
    admitType(repository, NAME, { allow: { run: ["/usr/bin/git"] } }),
    refusal("permission_denied", /policy \S+policy\.yaml denies run:\/usr\/bin\/git/),
  );
  await policy(repository, "");
  await admitType(repository, NAME, { onGrant: () => Promise.resolve() });
  await policy(repository, 'extensions:\n  "@acme/*":\n    deny: [net:a.example]\n');
  deepEqual((await admitType(repository, NAME)).permissions, {});
});

Deno.test("a policy that cannot be read refuses every run, also of what comes with svc", async () => {
  await using greeter = await greeterRepository(modelText(GREET));
  const { repository } = greeter;
  await policy(repository, "denny: []\n");
  for (const type of [NAME, "command/shell"]) {
    await rejects(admitType(repository, type), refusal("policy_invalid", /policy\.yaml:1/));
  }
  await policy(repository, "deny: [run:sh]\n");
  deepEqual((await admitType(repository, "command/shell")).permissions, {});
});

Deno.test("a name is allowed only as it comes from its registry", async () => {
  await using folder = await temporaryFolder();
  await using config = await temporaryFolder();
  await initRepository(folder.path);
  const repository = repositoryAt(folder.path, config.path);
  const extension = await verifiedExtension(modelText(GREET));
  const rule = 'extensions:\n  "@acme/*":\n    from: https://acme.example\n    allow: [run:git]\n';
  await policy(repository, rule);
  await installExtension(repository, { ...extension, serverUrl: "https://evil.example" }, {});
  deepEqual((await admitType(repository, NAME)).permissions, {});
  await installExtension(repository, { ...extension, serverUrl: "https://acme.example" }, {
    force: true,
  });
  deepEqual((await admitType(repository, NAME)).permissions, { run: ["git"] });
});

Deno.test("a type without a manifest is granted permissions by its name, apart from extensions", async () => {
  await using greeter = await greeterRepository(modelText(GREET));
  const { repository } = greeter;
  await writeFiles(`${repository.root}/extensions/models`, {
    "loose.ts": modelText(GREET).replaceAll("@acme/greeter", "@acme/loose"),
  });
  await policy(
    repository,
    'extensions:\n  "@acme/loose":\n    from: local\n    allow: [run:git]\n    deny: [env:HOME]\n',
  );
  const admitted = await admitType(repository, "@acme/loose", { allow: { net: ["a.example"] } });
  deepEqual([admitted.permissions, admitted.denied], [
    { net: ["a.example"], run: ["git"] },
    { env: ["HOME"] },
  ]);
});
