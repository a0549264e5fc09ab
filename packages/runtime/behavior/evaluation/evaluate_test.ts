import { deepEqual, equal, match, ok } from "node:assert/strict";
import fc from "fast-check";
import { createDefinition } from "../definitions/create.ts";
import type { Definition } from "../../repository/definitions/definition.ts";
import { findDefinition } from "../../repository/definitions/find.ts";
import { initRepository } from "../../repository/init.ts";
import { type Repository, repositoryAt } from "../../repository/repository.ts";
import { writeVersion } from "../../data/store/write.ts";
import { temporaryFolder, writeFiles } from "../../testing/extension.ts";
import { evaluateDefinition } from "./evaluate.ts";

const ENV: Record<string, string> = { TOKEN: "s3cret-value", STAGE: "prod", EMPTY: "" };
const env = (name: string) => ENV[name];

function definition(
  globalArguments: Record<string, unknown>,
  more: Partial<Definition> = {},
): Definition {
  return {
    type: "command/shell",
    id: "d-1",
    name: "app",
    version: 3,
    tags: { team: "core" },
    globalArguments,
    methods: {},
    ...more,
  };
}

interface Place extends AsyncDisposable {
  repository: Repository;
  /** What one text gives as a global argument, or the words of the refusal. */
  text(text: string, inputs?: Record<string, unknown>): Promise<unknown>;
}

/** A repository with the behaviors `my-vpc`, which has data, and `a`, `b` in a circle. */
async function place(): Promise<Place> {
  const folder = await temporaryFolder();
  await initRepository(folder.path);
  const repository = repositoryAt(folder.path);
  await createDefinition(repository, { type: "command/shell", name: "my-vpc", tags: { a: "b" } });
  const { definition: vpc, type } = await findDefinition(repository, "my-vpc");
  const owner = { type, id: vpc.id };
  const write = (name: string, spec: string, content: unknown, contentType?: string) =>
    writeVersion(
      repository,
      owner,
      {
        name,
        contentType: contentType ?? "application/json",
        lifetime: "infinite",
        garbageCollection: 10,
        streaming: false,
        tags: { type: contentType ? "file" : "resource", specName: spec, modelName: "my-vpc" },
        ownerDefinition: { ownerType: "model-method", ownerRef: owner.id },
      },
      new TextEncoder().encode(contentType ? String(content) : JSON.stringify(content)),
    );
  await write("net-1", "network", { id: "vpc-1", count: 1, list: [1, 2] });
  await write("net-1", "network", { id: "vpc-2", count: 2, list: [1, 2, 3] });
  await write("run-log", "log", "line one\n", "text/plain");
  await write("blob", "binary", "\0\x01", "application/octet-stream");
  const file = (name: string, globals: string) =>
    `type: command/shell\nid: id-${name}\nname: ${name}\nglobalArguments:\n${globals}`;
  await writeFiles(`${folder.path}/behaviors`, {
    "a.yaml": file("a", "  x: ${{ model.b.definition.globalArguments.x }}\n"),
    "b.yaml": file("b", "  x: ${{ model.a.definition.globalArguments.x }}\n  plain: 5\n"),
    "base.yaml": file(
      "base",
      "  host: ${{ self.name }}.example.com\n  token: ${{ env.TOKEN }}\n  at: ${{ inputs.region }}\n",
    ) + "inputs: { properties: { region: { type: string, default: eu } } }\n",
  });
  return {
    repository,
    async text(text, inputs = {}) {
      const { globalArguments, unresolved } = await evaluateDefinition(repository, {
        definition: definition({ it: text, sibling: "${{ self.name }}-1", plain: 7 }),
        inputs,
        env,
      });
      const [failed] = unresolved;
      return failed ? failed.reason.message : globalArguments["it"];
    },
    [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
  };
}

const GIVES: [text: string, value: unknown][] = [
  ["no expression", "no expression"],
  ["${{ inputs.n }}", 3],
  ["${{ inputs.n + 1 }}", 4],
  ["n=${{ inputs.n }} ${{inputs.flag}}!", "n=3 true!"],
  ["${{ inputs.list }}", ["a", { b: 1 }]],
  ["list ${{ inputs.list }}", 'list [\n  "a",\n  {\n    "b": 1\n  }\n]'],
  ["[${{ inputs.nothing }}]", "[]"],
  ["${{ inputs.nothing }}", null],
  ["${{ inputs.my-name }}", "hyphen"],
  ["${{ inputs.n-1 }}", 2],
  ['${{ "}}" + "${{" }}', "}}${{"],
  ["${{ '}} \\' }}' }}", "}} ' }}"],
  ['${{ {"a": {"b": {}}}.a }}', { b: {} }],
  ["${{ inputs.expression }}", "${{ env.TOKEN }}"],
  ["${{ self.id }} ${{ self.version }} ${{ self.tags.team }}", "d-1 3 core"],
  ["${{ self.globalArguments.sibling }}!", "app-1!"],
  ["${{ self.globalArguments.plain + 1 }}", 8],
  ["${{ env.STAGE == 'prod' ? 'big' : 'small' }}", "big"],
  ["${{ has(env.NOPE) ? 1 : 2 }}", 2],
  ["${{ env.?NOPE.orValue('none') }}", "none"],
  ["${{ has(model.nope) }}", false],
  ["${{ model.my-vpc.definition.name }}", "my-vpc"],
  ["${{ model['my-vpc'].definition.tags.a }}", "b"],
  ["${{ model.b.input.globalArguments.plain }}", 5],
  ["${{ model.base.definition.globalArguments.host }}", "base.example.com"],
  ["${{ model.base.definition.globalArguments.at }}", "eu"],
  ["${{ model.my-vpc.resource.network.net-1.attributes.id }}", "vpc-2"],
  ["${{ model.my-vpc.file.log.run-log.size }}", 9],
  ["${{ data.latest('my-vpc', 'net-1').attributes.count - 1 }}", 1],
  ["${{ data.latest('*:my-vpc', 'net-1').version }}", 2],
  ["${{ data.latest('my-vpc', 'net-1', []).isLatest }}", true],
  ["${{ data.version('my-vpc', 'net-1', 1).attributes.id }}", "vpc-1"],
  ["${{ data.version('my-vpc', 'net-1', inputs.one).isLatest }}", false],
  ["${{ data.listVersions('my-vpc', 'net-1') }}", [1, 2]],
  ["${{ data.listVersions('my-vpc', 'nope') }}", []],
  ["${{ data.latest('my-vpc', 'nope') == null }}", true],
  ["${{ data.latest('nope', 'nope') == null }}", true],
  ["${{ data.findBySpec('my-vpc', 'network').map(r, r.attributes.id) }}", ["vpc-2"]],
  ["${{ data.findByTag('specName', 'log')[0].name }}", "run-log"],
  ["${{ data.query('size > 0 && dataType == \"file\"', 'name') }}", ["blob", "run-log"]],
  ["${{ file.contents('my-vpc', 'log') }}", "line one\n"],
  ["${{ data.latest('my-vpc', inputs.item).attributes.list.size() }}", 3],
  ["${{ size(inputs) > 3 }}", true],
  ["${{ timestamp('2026-01-01T00:00:00Z') }}", "2026-01-01T00:00:00.000Z"],
];
Deno.test("expressions give the values that the reference says", async (t) => {
  await using at = await place();
  const inputs = {
    n: 3,
    one: 1,
    flag: true,
    list: ["a", { b: 1 }],
    nothing: null,
    "my-name": "hyphen",
    expression: "${{ env.TOKEN }}",
    item: "net-1",
  };
  for (const [text, value] of GIVES) {
    await t.step(text, async () => deepEqual(await at.text(text, inputs), value));
  }
});

const REFUSED: [text: string, words: RegExp][] = [
  ["${{ env.TOKEM }}", /^it: \$\{\{ env\.TOKEM \}\} is not set: there is no environment variable/],
  ["${{ env.SVC_API_KEY }}", /takes SVC_API_KEY, which is for svc/],
  ["${{ 'x' + env.DENO_AUTH_TOKENS }}", /takes DENO_AUTH_TOKENS/],
  ["${{ env[inputs.which] }}", /takes SVC_API_KEY/],
  ["${{ env }}", /does not name a variable/],
  ["${{ env.map(k, k) }}", /does not name a variable/],
  [
    "${{ inputs.regoin + 'x' }}",
    /names the input 'regoin', which does not exist\. Did you mean 'region'/,
  ],
  ["${{ input.region }}", /names 'input', which does not exist\. Did you mean 'inputs'/],
  ["${{ self.nmae }}", /Did you mean 'name'/],
  ["${{ self.globalArguments.siblign }}", /no global argument 'siblign'\. Did you mean 'sibling'/],
  ["${{ model.my-vcp.definition.name }}", /no behavior 'my-vcp'\. Did you mean 'my-vpc'/],
  [
    "${{ model.my-vpc.execution.x }}",
    /no 'execution' here\. It has: definition, input, resource, file/,
  ],
  [
    "${{ model.my-vpc.resource.network.net-2.attributes }}",
    /no network 'net-2'\. Did you mean 'net-1'/,
  ],
  ["${{ model.my-vpc.resource.log.net-1 }}", /no log 'net-1'/],
  ["${{ data.latest('my-vcp', 'net-1').attributes }}", /no behavior 'my-vcp'/],
  ["${{ data.latest('my-vpc', 'net1').attributes.id }}", /no data 'net1'\. Did you mean 'net-1'/],
  ["${{ data.latest('my-vpc', 'net-1').attributes.cont }}", /names 'cont'.*Did you mean 'count'/],
  ["${{ data.latest('my-vpc', 'net-1', ['eu']) }}", /does not store data by further dimensions/],
  ["${{ data.latest('../my-vpc', '../../net-1').id }}", /no behavior '\.\.\/my-vpc'/],
  ["${{ data.query('nme == 1') }}", /unknown field: nme/],
  ["${{ file.contents('my-vpc', '../log') }}", /no file of '\.\.\/log'\. /],
  ["${{ file.contents('my-vpc', 'binary') }}", /is not text/],
  ["${{ }}", /is not a valid expression/],
  ["${{ 1 + }}", /is not a valid expression: Unexpected token/],
  ["${{ 1 + 'a' }}", /is not a valid expression: no such overload/],
  ["${{ inputs.n", /begins with '\$\{\{' and does not end/],
  [
    "${{ self.globalArguments.it }}",
    /Cyclic dependency detected: self\.globalArguments\.it -> self\.globalArguments\.it/,
  ],
  ["${{ self.globalArguments }}", /Cyclic dependency detected/],
  ["${{ model.a.definition.globalArguments.x }}", /Cyclic dependency detected: a -> b -> a/],
];
Deno.test("what is missing is named, with what there is", async (t) => {
  await using at = await place();
  for (const [text, words] of REFUSED) {
    await t.step(text, async () => {
      match(String(await at.text(text, { which: "SVC_API_KEY", region: "eu", n: 1 })), words);
    });
  }
});

Deno.test("one text that gives nothing leaves the others evaluated, and says where it is", async () => {
  await using at = await place();
  const { globalArguments, arguments: args, unresolved } = await evaluateDefinition(at.repository, {
    definition: definition({
      deep: { list: ["${{ inputs.absent }}", "${{ self.name }}"] },
      uses: "${{ self.globalArguments.deep.list }}",
    }),
    inputs: {},
    arguments: { x: "${{ env.ABSENT }}", y: "${{ self.globalArguments.deep }}" },
    env,
  });
  deepEqual(globalArguments, {
    deep: { list: ["${{ inputs.absent }}", "app"] },
    uses: "${{ self.globalArguments.deep.list }}",
  });
  deepEqual(args, { x: "${{ env.ABSENT }}", y: "${{ self.globalArguments.deep }}" });
  deepEqual(unresolved.map(({ area, path, argument }) => [area, path, argument]), [
    ["globalArguments", "deep.list[0]", "deep"],
    ["globalArguments", "uses", "uses"],
    ["arguments", "x", "x"],
    ["arguments", "y", "y"],
  ]);
  match(
    unresolved[1]!.reason.message,
    /^uses: \$\{\{ inputs\.absent \}\} names the input 'absent'/,
  );
});

Deno.test("content of the environment and what is made of it are secrets; a comparison with it is not", async () => {
  await using at = await place();
  const texts = {
    whole: "${{ env.TOKEN }}",
    part: "Bearer ${{ env.TOKEN }}",
    joined: '${{ env.TOKEN + "x" }}',
    cut: "${{ env.TOKEN.substring(0, 6) }}",
    base: "${{ bytes(env.TOKEN).base64() }}",
    mapped: '${{ ["a"].map(x, x + env.TOKEN) }}',
    passedOn: "${{ self.globalArguments.cut }}-",
    elsewhere: "${{ model.base.definition.globalArguments.token }}",
    verdict: '${{ env.STAGE == "prod" ? "large" : "small" }}',
    plain: "${{ self.name }}",
  };
  const { globalArguments, shown, secrets } = await evaluateDefinition(at.repository, {
    definition: definition(texts),
    inputs: {},
    env,
  });
  const flat = JSON.stringify(secrets);
  for (
    const text of ["s3cret-value", "s3cret-valuex", "s3cret", btoa("s3cret-value"), "as3cret-value"]
  ) {
    ok(flat.includes(JSON.stringify(text)), text);
  }
  ok(!flat.includes("large") && !flat.includes("prod") && !flat.includes("app"));
  equal(globalArguments["passedOn"], "s3cret-");
  deepEqual(shown.globalArguments, { ...texts, verdict: "large", plain: "app" });
});

Deno.test("what holds no expression stays as it is, and what an expression passes on does too", async () => {
  const noExpression = fc.oneof(
    fc.constantFrom("constructor", "__proto__", "value"),
    fc.string({ unit: "grapheme", maxLength: 8 }),
  ).filter((text) => !text.includes("${{"));
  const { value } = fc.letrec<{ value: unknown }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 3 },
      fc.constantFrom(null, true, false),
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      noExpression,
      fc.array(tie("value"), { maxLength: 3 }),
      fc.dictionary(noExpression, tie("value"), { maxKeys: 3, noNullPrototype: true }),
    ),
  }));
  await using at = await place();
  await fc.assert(fc.asyncProperty(value, noExpression, async (given, name) => {
    const { globalArguments, secrets, unresolved } = await evaluateDefinition(at.repository, {
      definition: definition({
        plain: given,
        passed: `\${{ inputs[${JSON.stringify(name)}] }}`,
        again: "${{ self.globalArguments.plain }}",
      }),
      inputs: { [name]: given },
      env,
    });
    deepEqual(unresolved.map(({ reason }) => reason.message), []);
    deepEqual(globalArguments, { plain: given, passed: given, again: given });
    deepEqual(secrets, []);
  }));
});

Deno.test("an expression beyond env.NAME is what loads CEL", async () => {
  const modules = async (text: string) => {
    const script = `
      const { evaluateDefinition } = await import(${
      JSON.stringify(`${import.meta.dirname}/evaluate.ts`)
    });
      const definition = { type: "a/b", id: "x", name: "x", version: 1, tags: {}, methods: {},
        globalArguments: { a: ${JSON.stringify(text)} } };
      await evaluateDefinition({ root: "/nowhere", state: "/nowhere/.svc" }, { definition, inputs: {} });`;
    const { stderr } = await new Deno.Command(Deno.execPath(), {
      args: ["eval", "--log-level=debug", script],
    }).output();
    return new TextDecoder().decode(stderr).includes("cel-js");
  };
  equal(await modules("${{ env.HOME }} and ${{env.PATH}}"), false);
  equal(await modules("${{ env.HOME + 'x' }}"), true);
});
