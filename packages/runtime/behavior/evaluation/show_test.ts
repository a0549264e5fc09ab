import { deepEqual, equal, ok, rejects } from "node:assert/strict";
import { GREET, modelText, writeFiles } from "../../testing/extension.ts";
import { refusal } from "../../testing/refusal.ts";
import { greeterRepository } from "../../testing/repository.ts";
import { showAllEvaluated, showEvaluated } from "./show.ts";

const MODEL = modelText(GREET, {
  globals: "{ owner: z.string(), token: z.string().meta({ sensitive: true }).optional(), " +
    "url: z.string().optional() }",
});
const env = (name: string) => ({ TOKEN: "s3cret-value" })[name];

const file = (name: string, owner: string) =>
  `type: "@acme/greeter"\nid: id-${name}\nname: ${name}\nglobalArguments:\n  owner: ${owner}\n`;

Deno.test("a definition is shown as a run takes it, without a secret and without a file", async () => {
  await using greeter = await greeterRepository(MODEL, {
    globals: {
      owner: "${{ inputs.team + '-' + self.name }}",
      token: "${{ env.TOKEN }}",
      url: "https://x/${{ self.globalArguments.token }}",
    },
  });
  const { repository } = greeter;
  const { root } = repository;
  const before = JSON.stringify([...Deno.readDirSync(`${root}/.svc`)]);
  const shown = await showEvaluated(repository, "hello", { inputs: { team: "core" }, env });
  deepEqual(shown.globalArguments, {
    owner: "core-hello",
    token: "${{ env.TOKEN }}",
    url: "https://x/${{ self.globalArguments.token }}",
  });
  equal(shown.hadExpressions, true);
  ok(!JSON.stringify(shown).includes("s3cret"));
  equal(JSON.stringify([...Deno.readDirSync(`${root}/.svc`)]), before);
  const without = await showEvaluated(repository, "hello", { env });
  deepEqual(without.unresolved.map(({ path }) => path), ["globalArguments.owner"]);
});

Deno.test("all are shown in an order in which each comes after those it refers to", async () => {
  await using greeter = await greeterRepository(MODEL, { globals: { owner: "acme" } });
  const { repository } = greeter;
  const refer = (name: string) => `\${{ model.${name}.definition.globalArguments.owner }}!`;
  await writeFiles(`${repository.root}/behaviors`, {
    "a.yaml": file("a", refer("b-1")),
    "b.yaml": file("b-1", refer("c")),
    "c.yaml": file("c", "x"),
  });
  const all = await showAllEvaluated(repository, { env });
  deepEqual(all.map(({ name }) => name), ["c", "b-1", "a", "hello"]);
  deepEqual(all.map(({ globalArguments }) => globalArguments["owner"]), ["x", "x!", "x!!", "acme"]);
  await writeFiles(`${repository.root}/behaviors`, { "c.yaml": file("c", refer("a")) });
  await rejects(
    showAllEvaluated(repository, { env }),
    refusal("invalid_argument", /Cyclic dependency detected: a -> b-1 -> c -> a/),
  );
});
