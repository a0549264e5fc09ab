import assert from "node:assert/strict";
import fc from "fast-check";
import { SvcError } from "@svc/core/error";
import { parseArguments, type Shape } from "./parse.ts";

const SHAPE = {
  arguments: [{ name: "name", summary: "who" }, { name: "extra", summary: "more", optional: true }],
  options: {
    collective: { kind: "text", summary: "", value: "<slug>", required: true, short: "c" },
    label: { kind: "list", summary: "" },
    page: { kind: "number", summary: "" },
    sort: { kind: "text", summary: "", choices: ["new", "name"] },
    yes: { kind: "flag", summary: "", short: "y" },
    secret: { kind: "text", summary: "", secret: true, variable: "SECRET" },
  },
} as const satisfies Shape;

const none = () => undefined;
const parse = (...tokens: string[]) => parseArguments(tokens, SHAPE, none);

function refused(message: RegExp, ...tokens: string[]): SvcError {
  try {
    parse(...tokens);
  } catch (error) {
    assert.ok(error instanceof SvcError);
    assert.equal(error.code, "usage");
    assert.match(error.message, message);
    return error;
  }
  assert.fail(`accepted ${tokens.join(" ")}`);
}

Deno.test("each way to write an option gives the same value", () => {
  for (
    const form of [["--collective", "acme"], ["--collective=acme"], ["-c", "acme"], ["-cacme"], [
      "-c=acme",
    ], ["-yc", "acme"]]
  ) {
    assert.equal(parse("n", ...form).options["collective"], "acme", form.join(" "));
    assert.equal(parse(...form, "n").arguments["name"], "n", form.join(" "));
  }
});

Deno.test("options may stand before, between and after the arguments", () => {
  const parsed = parse("-y", "a", "--collective", "acme", "b", "--json");
  assert.deepEqual(parsed.arguments, { name: "a", extra: "b" });
  assert.equal(parsed.options["yes"], true);
  assert.equal(parsed.globals.json, true);
  assert.equal(parsed.globals.quiet, false);
});

Deno.test("after -- everything is an argument, also what looks like an option", () => {
  assert.equal(parse("-c", "x", "--", "--json").arguments["name"], "--json");
  assert.equal(parse("-c", "x", "--", "--json").globals.json, false);
});

Deno.test("a value may begin with a dash unless it is an option", () => {
  assert.equal(parse("n", "-c", "-acme").options["collective"], "-acme");
  refused(/--collective needs a value: --collective <slug>/, "n", "--collective", "--json");
  refused(/--collective needs a value/, "n", "--collective");
  assert.equal(parse("n", "--collective=--json").options["collective"], "--json");
});

Deno.test("a list keeps every value in order, other options may be given once", () => {
  const parsed = parse("n", "-c", "x", "--label", "a", "--label=b");
  assert.deepEqual(parsed.options["label"], ["a", "b"]);
  refused(/--collective is given twice/, "n", "-c", "x", "-c", "y");
});

Deno.test("numbers and choices are checked, and the nearest choice is named", () => {
  assert.equal(parse("n", "-c", "x", "--page", "3").options["page"], 3);
  refused(/--page must be a whole number, not '3.5'/, "n", "-c", "x", "--page", "3.5");
  assert.equal(
    refused(/--sort must be new, name, not 'nme'/, "n", "-c", "x", "--sort", "nme").hint,
    "Did you mean 'name'?",
  );
});

Deno.test("an unknown option is refused with the nearest one that exists", () => {
  assert.equal(
    refused(/Unknown option --colective/, "n", "--colective", "x").hint,
    "Did you mean '--collective'?",
  );
  refused(/Unknown option -z/, "n", "-z");
  refused(/--yes takes no value/, "n", "--yes=1");
});

Deno.test("--version with a value is refused: 'cargo yank' takes one, and nothing would be yanked", () => {
  refused(/--version takes no value/, "n", "--version", "1.2.3", "-c", "x");
  assert.ok(parse("n", "--version").globals.version);
  assert.ok(parse("n", "--version", "-c", "x").globals.version);
});

Deno.test("names of the object prototype are unknown options like any other", () => {
  refused(/Unknown option --constructor/, "n", "--constructor");
  refused(/Unknown option --__proto__/, "n", "--__proto__=1");
});

Deno.test("missing and surplus arguments are refused, unless help was asked for", () => {
  refused(/<name> is missing: who/, "-c", "x");
  refused(/'c' is an unexpected argument/, "a", "b", "c", "-c", "x");
  refused(/--collective <slug> is required/, "a");
  assert.equal(parse("--help").globals.help, true);
});

Deno.test("an argument too many that may be a secret is refused without being repeated", () => {
  const surplus = { message: "No value here", hint: "Use stdin" };
  const shape = { arguments: [{ name: "key", summary: "which" }], surplus };
  fc.assert(fc.property(fc.string({ minLength: 1 }), fc.array(fc.string()), (word, more) => {
    assert.throws(
      () => parseArguments(["KEY", "--", word, ...more], shape, none),
      (error) =>
        error instanceof SvcError && error.code === "usage" &&
        `${error.message} ${error.hint}` === "No value here Use stdin",
    );
  }));
  const { arguments: given } = parseArguments(["KEY", "more", "--help"], shape, none);
  assert.equal(given["key"], "KEY");
});

Deno.test("a variable stands in for its option, which wins; an empty one counts as unset", () => {
  const env = (value: string) => (name: string) => name === "SECRET" ? value : undefined;
  const at = (value: string, ...more: string[]) =>
    parseArguments(["n", "-c", "x", ...more], SHAPE, env(value));
  assert.equal(at("s3").options["secret"], "s3");
  assert.equal(at("s3", "--secret", "mine").options["secret"], "mine");
  assert.equal(at("").options["secret"], undefined);
});

Deno.test("only a secret on the command line counts as exposed", () => {
  assert.deepEqual(parse("n", "-c", "x", "--secret", "s").exposed, ["secret"]);
  assert.deepEqual(parse("n", "-c", "x").exposed, []);
});

Deno.test("any text survives as --option=value and after --", () => {
  fc.assert(fc.property(fc.string(), fc.string(), (value, word) => {
    const parsed = parse(`--collective=${value}`, "--", word);
    assert.equal(parsed.options["collective"], value);
    assert.equal(parsed.arguments["name"], word);
  }));
});

Deno.test("no command line makes the parser fail otherwise than with a usage error", () => {
  const token = fc.oneof(
    fc.string(),
    fc.constantFrom("--", "-", "-y", "-c", "--json", "--label", "--page=1", "--collective"),
  );
  fc.assert(fc.property(fc.array(token, { maxLength: 8 }), (tokens) => {
    try {
      parse(...tokens);
    } catch (error) {
      assert.ok(error instanceof SvcError && error.code === "usage", String(error));
    }
  }));
});

Deno.test("a last argument may take all words that are left, and at least one unless optional", () => {
  const take = (optional: boolean, ...words: string[]) =>
    parseArguments(words, {
      arguments: [{ name: "to", summary: "" }, { name: "what", summary: "", many: true, optional }],
    }, none).arguments["what"];
  assert.deepEqual(take(false, "a", "b", "--quiet", "c", "--", "-d"), ["b", "c", "-d"]);
  assert.deepEqual(take(true, "a"), []);
  assert.throws(() => take(false, "a"), /<what> is missing/);
});

Deno.test("a text as last argument takes all words that are left, with or without quotes", () => {
  const take = (...words: string[]) =>
    parseArguments(words, {
      arguments: [{ name: "query", summary: "", phrase: true, optional: true }],
    }, none).arguments["query"];
  assert.equal(take("pull", "requests", "--quiet", "open"), "pull requests open");
  assert.equal(take("pull  requests"), "pull  requests");
  assert.equal(take(), undefined);
});

Deno.test("the order is the option, its variable, the default; given says what stood on the line", () => {
  const shape = {
    arguments: [{ name: "file", summary: "", optional: true, default: "manifest.yaml" }],
    options: {
      limit: { kind: "number", summary: "", variable: "LIMIT", default: 30 },
      order: { kind: "text", summary: "", choices: ["new", "name"], default: "new" },
    },
  } as const;
  const parsed = (tokens: string[], variable?: string) => {
    const { arguments: { file }, options, given } = parseArguments(tokens, shape, () => variable);
    return [file, options["limit"], options["order"], ...given];
  };
  assert.deepEqual(parsed([]), ["manifest.yaml", 30, "new"]);
  assert.deepEqual(parsed([], "7"), ["manifest.yaml", 7, "new"]);
  assert.deepEqual(parsed(["a", "--limit", "5"], "7"), ["a", 5, "new", "limit"]);
});
