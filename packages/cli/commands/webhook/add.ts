import { holdsExpression, parseInputs } from "@svc/runtime/inputs";
import { SvcError } from "@svc/core/error";
import { arg, defineCommand, list, number, text } from "../../frame/command.ts";
import { REPO_DIR } from "../../frame/options.ts";
import { usage } from "../../frame/parse.ts";
import { repositoryOf } from "../../frame/repository.ts";
import { operatorOf } from "../../serve/operator.ts";
import { withStateOf } from "../../serve/state.ts";
import { noteWebhook, type SecretView } from "../../webhook/note.ts";
import { hookSecret, SECRET } from "../../webhook/secret.ts";

export default defineCommand({
  description: [
    "A signed request to /hooks/<name> of 'svc serve' then runs the method. What the sender wrote reaches",
    "it through --map only: an input is what a CEL expression over 'body' (the JSON) and 'headers' (by",
    "lower-case name) gives. Whatever the texts in it look like, they are never evaluated.",
    "A repeated delivery starts no run. Prints the generated secret once.",
  ].join("\n"),
  examples: {
    "svc webhook add deploy site deploy --scheme github --map ref=body.ref --if \"body.ref == 'refs/heads/main'\"":
      "on each push to main",
    "pass show hooks/billing | svc webhook add billing books import --secret -":
      "with a secret from the sender (Standard Webhooks)",
  },
  arguments: [
    arg("name", "lower-case letters, digits, '-' and '_'"),
    arg("behavior", "the behavior's name or id", { completes: "behavior" }),
    arg("method", "the method", { completes: "method" }),
  ],
  options: {
    scheme: text("<scheme>", "Signature scheme of deliveries: Standard Webhooks or GitHub's", {
      default: "standard",
      choices: ["standard", "github"],
    }),
    secret: SECRET,
    map: list("<name=expression>", "An argument taken from the delivery: ref=body.ref"),
    if: text("<expression>", "CEL condition that a delivery must meet"),
    input: list("<key=value>", "A fixed argument"),
    "input-file": text("<file>", "A YAML or JSON mapping of fixed arguments", {
      completes: "file",
    }),
    "max-body": number("<MB>", "Largest body, 1 to 10 MB", { default: 1 }),
    timeout: text("<time>", "Time limit of a run: 90, 30s, 5m"),
    "repo-dir": REPO_DIR,
  },
  async run(context): Promise<SecretView> {
    const { options, host, arguments: { name, behavior, method } } = context;
    const repository = await repositoryOf(context);
    const { addWebhook, assertHookName, webhookView } = await import("@svc/serve/webhooks");
    assertHookName(name);
    const { assertMapping } = await import("@svc/runtime/mapping");
    const { assertInputsFit, parseDuration } = await import("@svc/runtime/run");
    const timeoutMs = options.timeout === undefined ? undefined : parseDuration(options.timeout);
    const mapping = { filter: options.if, values: mappedValues(options.map) };
    assertMapping(mapping);
    const inputs = await parseInputs(options.input, { inputFile: options["input-file"] });
    if (holdsExpression(inputs)) throw neverEvaluated(method);
    const later = Object.keys(mapping.values);
    const twice = later.find((one) => Object.hasOwn(inputs, one));
    if (twice !== undefined) {
      throw usage(`'${twice}' is given both with --map and as a fixed argument`);
    }
    const found = await assertInputsFit(repository, {
      definition: behavior,
      method,
      inputs,
      later,
    });
    const secret = await hookSecret(context, options.secret);
    const scheme = options.scheme === "github" ? "github" as const : "standard" as const;
    const order = {
      ...{ name, behavior: found.name, method, inputs, mapping, scheme },
      settings: timeoutMs === undefined ? {} : { timeoutMs },
      secret: secret.text(scheme),
      maxBytes: options["max-body"] * 1_000_000,
      by: operatorOf(host),
    };
    const view = await withStateOf(
      repository,
      (state, now) => webhookView(state, addWebhook(state, order, now), now),
    );
    const shown = { ...view, ...(secret.isNew ? { secret: order.secret } : {}) };
    noteWebhook(context, shown);
    return shown;
  },
  text: ({ name, secret }) => secret ?? `Added the webhook '${name}'.`,
});

/** In the inputs of such a run, a stranger's stand beside it. */
function neverEvaluated(method: string): SvcError {
  return usage("An expression in an input of a webhook is never evaluated", [
    `Write it into the behavior instead, below methods.${method}.arguments: svc behavior edit`,
  ]);
}

/**
 * The expressions of `--map name=expression`, by name.
 *
 * @throws SvcError `usage` for a pair without a name or an expression, and for a name that comes twice
 */
function mappedValues(pairs: readonly string[]): Record<string, string> {
  const values = new Map<string, string>();
  for (const pair of pairs) {
    const at = pair.indexOf("=");
    const [name, expression] = [pair.slice(0, at).trim(), pair.slice(at + 1).trim()];
    if (at < 0 || name === "" || expression === "") {
      throw refused(pair, "is no <name>=<expression>");
    }
    if (values.has(name)) throw refused(pair, `maps '${name}' a second time`);
    values.set(name, expression);
  }
  return Object.fromEntries(values);
}

function refused(pair: string, why: string): SvcError {
  return new SvcError("usage", `--map ${JSON.stringify(pair)} ${why}`, {
    hint: "Write the input's name and an expression over body and headers: --map ref=body.ref",
  });
}
