import fc from "fast-check";
import { z } from "zod";

/** A value of a shape, and what svc must make of it. */
export interface Sample {
  value: unknown;
  /** With each secret replaced by `***`. */
  blanked: unknown;
  /** With each secret replaced by an expression. */
  referred: unknown;
}

/** A zod schema and a source of values for it. `random` answers numbers from 0 to 999. */
export interface SecretShape {
  schema: z.ZodType;
  sample(random: () => number, counter: Counter): Sample;
}

/** Hands out texts that occur nowhere else. */
export interface Counter {
  canaries: string[];
  plain: string[];
}

/** Names that collide with each other and with keywords of JSON Schema. */
const NAMES = ["a", "b", "token", "sensitive", "properties", "$ref", "type", "items", "__x"];

const same = (value: unknown): Sample => ({ value, blanked: value, referred: value });

/** Makes a sample of its parts, each under its key. */
function together(parts: [string, Sample][]): Sample {
  const of = (key: keyof Sample) =>
    Object.fromEntries(
      parts.filter(([, part]) => part.value !== undefined).map(([name, part]) => [name, part[key]]),
    );
  return { value: of("value"), blanked: of("blanked"), referred: of("referred") };
}

function list(parts: Sample[]): Sample {
  return {
    value: parts.map(({ value }) => value),
    blanked: parts.map(({ blanked }) => blanked),
    referred: parts.map(({ referred }) => referred),
  };
}

const hidden = (value: unknown): Sample => ({
  value,
  blanked: "***",
  referred: "${{ env.SECRET }}",
});

function canary(counter: Counter): Sample {
  const text = `canary-${counter.canaries.length}-${crypto.randomUUID().slice(0, 8)}`;
  counter.canaries.push(text);
  return hidden(text);
}

function plainText(counter: Counter): Sample {
  // None is the beginning of another one.
  const text = `plain-${counter.plain.length}.`;
  counter.plain.push(text);
  return same(text);
}

/** A number that occurs nowhere else, also not in a text. */
function plainNumber(counter: Counter): number {
  counter.plain.push("");
  return 100_000 + counter.plain.length;
}

const mark = <T extends z.ZodType>(schema: T): T => schema.meta({ sensitive: true }) as T;

const SECRETS: (() => z.ZodType)[] = [
  () => mark(z.string()),
  () => mark(z.string()).min(1),
  () => mark(z.string().min(2)).describe("A secret"),
  () => mark(z.string()).pipe(z.string().min(1)),
  () => z.lazy(() => mark(z.string())),
  () => mark(z.string()).brand("secret"),
  () => z.union([z.string(), mark(z.string().min(3))]),
  () => z.union([mark(z.string()), z.number()]),
  () => z.intersection(z.string(), mark(z.string())),
  () => z.preprocess((given) => given, mark(z.string())),
  () => mark(z.string()).meta({ sensitive: true, id: `Secret${crypto.randomUUID()}` }),
];

const WRAPPERS: ((schema: z.ZodType) => z.ZodType)[] = [
  (schema) => schema.optional(),
  (schema) => schema.nullable(),
  (schema) => schema.nullish(),
  (schema) => schema.readonly(),
  (schema) => z.lazy(() => schema),
  (schema) => z.union([schema, z.null()]),
];

/** Zod schemas with secrets at random places, as deep as `depth`. */
export function secretShapes(depth = 4): fc.Arbitrary<SecretShape> {
  const secret: fc.Arbitrary<SecretShape> = fc.constantFrom(...SECRETS).map((make) => ({
    schema: make(),
    sample: (_, counter) => canary(counter),
  }));
  const plain: fc.Arbitrary<SecretShape> = fc.constantFrom<SecretShape>(
    { schema: z.string(), sample: (_, counter) => plainText(counter) },
    { schema: z.string().min(1).default("x"), sample: (_, counter) => plainText(counter) },
    { schema: z.number().int(), sample: (_, counter) => same(plainNumber(counter)) },
    { schema: z.boolean(), sample: (random) => same(random() % 2 === 0) },
    { schema: z.enum(["one", "two"]), sample: () => same("two") },
    { schema: z.string().meta({ widget: { kind: "text" } }), sample: (_, c) => plainText(c) },
    { schema: z.any(), sample: (_, counter) => plainText(counter) },
  );
  const leaf = fc.oneof({ weight: 1, arbitrary: secret }, { weight: 2, arbitrary: plain });
  if (depth === 0) return leaf;
  const inner = secretShapes(depth - 1);
  return fc.oneof(
    leaf,
    objects(inner),
    inner.map((item): SecretShape => ({
      schema: z.array(item.schema),
      sample: (random, counter) =>
        list(Array.from({ length: random() % 3 }, () => item.sample(random, counter))),
    })),
    fc.tuple(inner, inner, inner).map(([first, second, rest]): SecretShape => ({
      schema: z.tuple([first.schema, second.schema], rest.schema),
      sample: (random, counter) =>
        list(
          [first, second, ...Array(random() % 3).fill(rest)].map((part) =>
            part.sample(random, counter)
          ),
        ),
    })),
    inner.map((item): SecretShape => ({
      schema: z.record(z.string(), item.schema),
      sample: (random, counter) => {
        const first = random();
        return together([0, 1].map((offset) => [
          NAMES[(first + offset) % NAMES.length]!,
          item.sample(random, counter),
        ]));
      },
    })),
    inner.map((item): SecretShape => ({
      schema: z.intersection(
        z.looseRecord(z.string().regex(/^S_/), item.schema),
        z.object({ name: z.string() }),
      ),
      sample: (random, counter) =>
        together([["S_1", item.sample(random, counter)], ["name", plainText(counter)]]),
    })),
    discriminated(inner),
    byKind(inner),
    recursive(inner),
    fc.tuple(inner, inner).map(([left, right]): SecretShape => ({
      schema: z.intersection(
        z.object({ left: left.schema, both: z.string() }),
        z.object({ right: right.schema, both: mark(z.string()) }),
      ),
      sample: (random, counter) =>
        together([
          ["left", left.sample(random, counter)],
          ["both", canary(counter)],
          ["right", right.sample(random, counter)],
        ]),
    })),
    fc.tuple(inner, fc.constantFrom(...WRAPPERS)).map(([item, wrap]) => ({
      ...item,
      schema: wrap(item.schema),
    })),
    inner.map((item): SecretShape => ({
      schema: mark(z.object({ whole: item.schema, also: z.number() })),
      sample: (random, counter) =>
        hidden({ whole: item.sample(random, counter).value, also: plainNumber(counter) }),
    })),
    // One schema under a name, used twice.
    inner.map((item): SecretShape => {
      const named = z.object({ inside: item.schema }).meta({ id: `Shared${crypto.randomUUID()}` });
      return {
        schema: z.object({ first: named, second: z.array(named) }),
        sample: (random, counter) => {
          const one = () => together([["inside", item.sample(random, counter)]]);
          return together([["first", one()], ["second", list([one(), one()])]]);
        },
      };
    }),
  );
}

/** Objects over few names, so that secrets and others meet under one name. */
export function objects(inner: fc.Arbitrary<SecretShape>): fc.Arbitrary<SecretShape> {
  return fc.uniqueArray(fc.tuple(fc.constantFrom(...NAMES), inner), {
    minLength: 1,
    maxLength: 4,
    selector: ([name]) => name,
  }).map((parts): SecretShape => ({
    schema: z.object(Object.fromEntries(parts.map(([name, { schema }]) => [name, schema]))),
    sample: (random, counter) =>
      together(parts.map(([name, part]) => [name, part.sample(random, counter)])),
  }));
}

/** Two forms with the same names, told apart by a constant; a secret of the one is plain in the other. */
function discriminated(inner: fc.Arbitrary<SecretShape>): fc.Arbitrary<SecretShape> {
  return fc.tuple(inner, inner, fc.boolean()).map(([one, two, second]): SecretShape => ({
    schema: z.discriminatedUnion("kind", [
      z.object({ kind: z.literal("one"), token: one.schema, note: z.string() }),
      z.object({ kind: z.literal("two"), token: two.schema, note: mark(z.string()) }),
    ]),
    sample: (random, counter) =>
      together([
        ["kind", same(second ? "two" : "one")],
        ["token", (second ? two : one).sample(random, counter)],
        ["note", second ? canary(counter) : plainText(counter)],
      ]),
  }));
}

/** A text, a list or an object. */
function byKind(inner: fc.Arbitrary<SecretShape>): fc.Arbitrary<SecretShape> {
  return fc.tuple(inner, inner).map(([item, part]): SecretShape => ({
    schema: z.union([z.string(), z.array(item.schema), z.object({ part: part.schema })]),
    sample: (random, counter) =>
      [
        () => plainText(counter),
        () => list([item.sample(random, counter)]),
        () => together([["part", part.sample(random, counter)]]),
      ][random() % 3]!(),
  }));
}

/** An object that holds more of itself. */
function recursive(inner: fc.Arbitrary<SecretShape>): fc.Arbitrary<SecretShape> {
  return inner.map((item): SecretShape => {
    const node: z.ZodType = z.object({
      item: item.schema,
      get children(): z.ZodType {
        return z.array(node).optional();
      },
    });
    const sample = (random: () => number, counter: Counter, depth: number): Sample =>
      together([
        ["item", item.sample(random, counter)],
        ...depth === 0
          ? []
          : [["children", list([sample(random, counter, depth - 1)])] as [string, Sample]],
      ]);
    return { schema: node, sample: (random, counter) => sample(random, counter, random() % 3) };
  });
}
