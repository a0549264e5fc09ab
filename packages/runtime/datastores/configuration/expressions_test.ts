import { deepEqual, equal, rejects, throws } from "node:assert/strict";
import { SvcError } from "@svc/core/error";
import { refusal } from "../../testing/refusal.ts";
import { readingsIn, withReadings } from "./expressions.ts";

const TOKEN = "t0ken-of-ada";
const sources = {
  env: (name: string) => ({ TOKEN, HOST: "store.example" })[name],
  secret: ({ vault, key }: { vault: string; key: string }) =>
    vault === "team" && key === "KEY"
      ? Promise.resolve("s3cret")
      : Promise.reject(new SvcError("secret_not_found", `vault '${vault}' has no ${key}`)),
};

Deno.test("a setting may be a variable or a secret of a vault, whole or within a text", async () => {
  const config = {
    token: "${{ env.TOKEN }}",
    endpoint: "https://${{env.HOST}}/v1",
    list: [{ key: "${{ vault.get('team', \"KEY\") }}" }, "${{ vault.get(team, KEY) }}"],
    count: 3,
  };
  deepEqual(readingsIn(config), ["env.TOKEN", "env.HOST", "vault.get(team, KEY)"]);
  deepEqual(await withReadings(config, sources), {
    config: {
      token: TOKEN,
      endpoint: "https://store.example/v1",
      list: [{ key: "s3cret" }, "s3cret"],
      count: 3,
    },
    secrets: [TOKEN, "store.example", "s3cret", "s3cret"],
  });
});

Deno.test("what a variable holds is not read as an expression again", async () => {
  const env = () => "${{ vault.get(team, KEY) }}";
  const { config } = await withReadings({ a: "${{ env.A }}" }, { ...sources, env });
  equal(config["a"], "${{ vault.get(team, KEY) }}");
});

Deno.test("any other expression is refused, and so are variables of svc itself", () => {
  for (
    const text of [
      "${{ self.name }}",
      "${{ env.A + env.B }}",
      "${{ vault.get(env.A, KEY) }}",
      "${{ env.SVC_API_KEY }}",
      "${{ env.A",
    ]
  ) {
    throws(() => readingsIn({ a: { b: text } }), refusal("validation_failed", /a\.b/, /env\.NAME/));
  }
});

Deno.test("what cannot be read is named by its setting, without a value", async () => {
  await rejects(
    withReadings({ auth: { token: "${{ env.UNSET }}" } }, sources),
    refusal("invalid_argument", /'auth\.token' is not set.*UNSET/),
  );
  await rejects(
    withReadings({ a: "${{ vault.get(team, NONE) }}" }, sources),
    refusal("secret_not_found", /'a' cannot be read.*NONE/),
  );
});
