import { deepEqual, rejects } from "node:assert/strict";
import { GREET, modelText } from "../testing/extension.ts";
import { refusal } from "../testing/refusal.ts";
import { greeterRepository, type TestRepository } from "../testing/repository.ts";
import { assertInputsFit } from "./fitting.ts";

const fit = (
  { repository }: TestRepository,
  inputs: Record<string, unknown>,
  later: readonly string[] = [],
) => assertInputsFit(repository, { definition: "hello", method: "greet", inputs, later });

Deno.test("inputs that a run would take fit, and tell the behavior's name", async () => {
  await using greeter = await greeterRepository(modelText(GREET));
  await greeter.greet();
  const { name } = await fit(greeter, { name: "Ada" });
  deepEqual(name, "hello");
});

Deno.test("unknown names, values of the wrong kind and what is missing are refused before any run", async () => {
  await using greeter = await greeterRepository(modelText(GREET));
  await greeter.greet();
  await rejects(fit(greeter, { name: "Ada", nope: 1 }), refusal("unknown_argument", /nope/));
  const many = Object.fromEntries(Array.from({ length: 5000 }, (_, n) => [`k${n}`, n]));
  await rejects(fit(greeter, many), refusal("unknown_argument", /: k0, .*, k9 and 4990 more\./));
  await rejects(fit(greeter, { name: { first: "Ada" } }), refusal("invalid_argument", /string/));
  await rejects(fit(greeter, {}), refusal("invalid_argument", /name is required/));
});

Deno.test("what an expression or a later run gives is left to that run, its name is not", async () => {
  await using greeter = await greeterRepository(modelText(GREET));
  await greeter.greet();
  await fit(greeter, { name: "${{ vault.get('prod', 'NAME') }}" });
  await fit(greeter, {}, ["name"]);
  await rejects(fit(greeter, {}, ["name", "nope"]), refusal("unknown_argument", /nope/));
});

Deno.test("a behavior or a method that is not there fits nothing", async () => {
  await using greeter = await greeterRepository(modelText(GREET));
  const ask = (definition: string, method: string) =>
    assertInputsFit(greeter.repository, { definition, method, inputs: {} });
  await rejects(ask("nobody", "greet"), refusal("definition_not_found"));
  await rejects(ask("hello", "nothing"), refusal("unknown_method"));
});
