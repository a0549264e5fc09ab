import { deepEqual, equal, match, ok } from "node:assert/strict";
import { SvcError } from "@svc/core/error";
import type { Definition } from "../../repository/definitions/definition.ts";
import { repositoryAt } from "../../repository/repository.ts";
import { evaluateDefinition, type Evaluation } from "./evaluate.ts";

const SECRETS: Record<string, string> = {
  "prod TOKEN": "s3cret-value",
  "prod PORT": "8080",
  "prod MULTI": "line one\nline two",
  "prod EXPRESSION": "${{ env.HOME }}",
  "other TOKEN": "another-secret",
};

interface Asked extends Evaluation {
  /** What was asked of vaults, in order. */
  asked: string[];
}

async function evaluate(
  globalArguments: Record<string, unknown>,
  { secrets = true, inputs = {} }: { secrets?: boolean; inputs?: Record<string, unknown> } = {},
): Promise<Asked> {
  const asked: string[] = [];
  const definition: Definition = {
    type: "a/b",
    id: "x",
    name: "app",
    version: 1,
    tags: {},
    globalArguments,
    methods: {},
  };
  const secret = (vault: string, key: string) => {
    asked.push(`${vault} ${key}`);
    const value = SECRETS[`${vault} ${key}`];
    if (value !== undefined) return Promise.resolve(value);
    return Promise.reject(
      new SvcError("secret_not_found", `The vault '${vault}' has no '${key}'. It has: TOKEN`, {
        hint: `'svc vault put ${vault} ${key}' adds it.`,
      }),
    );
  };
  const evaluation = await evaluateDefinition(repositoryAt("/nowhere"), {
    definition,
    inputs,
    env: () => undefined,
    ...(secrets ? { secret } : {}),
  });
  return { ...evaluation, asked };
}

const GIVES: [text: string, value: unknown][] = [
  ["${{ vault.get('prod', 'TOKEN') }}", "s3cret-value"],
  ["${{ vault.get(prod, TOKEN) }}", "s3cret-value"],
  ["Bearer ${{ vault.get('prod', 'TOKEN') }}!", "Bearer s3cret-value!"],
  ["${{ vault.get(prod, TOKEN) }}:${{ vault.get(other, TOKEN) }}", "s3cret-value:another-secret"],
  ["${{ 'x-' + vault.get(prod, TOKEN) }}", "x-s3cret-value"],
  ["${{ vault.get(prod, PORT) }}", "8080"],
  ["${{ int(vault.get(prod, PORT)) + 1 }}", 8081],
  ["${{ inputs.live ? vault.get(prod, TOKEN) : 'none' }}", "s3cret-value"],
  ["${{ vault.get(prod, MULTI) }}", "line one\nline two"],
  ["${{ vault.get(prod, EXPRESSION) }}", "${{ env.HOME }}"],
  ["${{ self.globalArguments.sibling }}", "another-secret"],
];
for (const [text, value] of GIVES) {
  Deno.test(`a run gets the secret in ${text}, and nobody else does`, async () => {
    const { globalArguments, shown, secrets } = await evaluate(
      { it: text, sibling: "${{ vault.get(other, TOKEN) }}" },
      { inputs: { live: true } },
    );
    deepEqual(globalArguments["it"], value);
    equal(shown.globalArguments["it"], text);
    ok(secrets.includes(value) || text.includes("Bearer") || text.includes(":$"), "not redacted");
  });
}

Deno.test("only the secrets that an expression comes to are read", async () => {
  const { asked } = await evaluate(
    { it: "${{ inputs.live ? vault.get(prod, TOKEN) : vault.get(other, TOKEN) }}" },
    { inputs: { live: false } },
  );
  deepEqual(asked, ["other TOKEN"]);
});

Deno.test("what comes of comparing with a secret is not a secret", async () => {
  const { globalArguments, secrets } = await evaluate({
    it: "${{ vault.get(prod, TOKEN) == 'x' ? 'large' : 'small' }}",
  });
  equal(globalArguments["it"], "small");
  deepEqual(secrets, []);
});

Deno.test("where nothing runs no vault is asked, and what needs one stays as it is written", async () => {
  const texts = {
    whole: "${{ vault.get(prod, TOKEN) }}",
    among: "Bearer ${{ vault.get(prod, TOKEN) }}",
    computed: "${{ size(vault.get(prod, TOKEN)) > 3 ? 'long' : 'short' }}",
    passedOn: "${{ self.globalArguments.computed + '!' }}",
    deep: { list: ["${{ self.globalArguments.whole }}"] },
  };
  const { globalArguments, shown, secrets, unresolved, asked } = await evaluate(
    { ...texts, plain: "${{ self.name }}" },
    { secrets: false },
  );
  deepEqual(globalArguments, { ...texts, plain: "app" });
  deepEqual(shown.globalArguments, { ...texts, plain: "app" });
  deepEqual([secrets, unresolved, asked], [[], [], []]);
});

for (
  const text of ["${{ vault.get(prod, TOKEM) }}", "${{ 'x' + vault.get('prod', 'TOKEM') }}"]
) {
  Deno.test(`${text} says which vault and key, what there is, and how to add it`, async () => {
    const { unresolved: [one], globalArguments } = await evaluate({ it: text });
    equal(one!.reason.code, "secret_not_found");
    match(
      one!.reason.message,
      /^it: \$\{\{ .* \}\} gives no secret: The vault 'prod' has no 'TOKEM'/,
    );
    match(one!.reason.message, /It has: TOKEN$/);
    match(one!.reason.hint!, /svc vault put prod TOKEM/);
    equal(globalArguments["it"], text);
  });
}

/** Expressions that CEL refuses, with a secret in reach of its words. */
const STUMBLES = [
  "int(vault.get(prod, TOKEN))",
  "timestamp(vault.get(prod, TOKEN))",
  "duration(vault.get(prod, TOKEN))",
  "{'a': 1}[vault.get(prod, TOKEN)]",
  "self[vault.get(prod, TOKEN)]",
  "inputs[vault.get(prod, TOKEN)]",
  "env[vault.get(prod, TOKEN)]",
  "model[vault.get(prod, TOKEN)].definition.name",
  "self.globalArguments[vault.get(prod, TOKEN)]",
  "'x'.matches('[' + vault.get(prod, TOKEN))",
  "double(vault.get(prod, TOKEN) + 'é\\n')",
  "data.latest('app', vault.get(prod, TOKEN)).name",
  "data.query('nme == \"' + vault.get(prod, TOKEN) + '\"')",
  "int(self.globalArguments.passed)",
];
for (const expression of STUMBLES) {
  Deno.test(`the refusal of ${expression} does not show the secret`, async () => {
    const { unresolved } = await evaluate({
      it: `\${{ ${expression} }}`,
      passed: "${{ vault.get(prod, TOKEN) }}",
    });
    const told = JSON.stringify(
      unresolved.map(({ reason: { message, hint, details } }) => [message, hint, details]),
    );
    equal(unresolved.length, 1, told);
    ok(!told.includes("s3cret"), told);
  });
}
