import type { ValidateFunction } from "ajv";
import { Ajv } from "ajv";
import formats from "ajv-formats";
import { isRecord } from "@svc/core/json";
import type { Random } from "../random/mod.ts";
import { amended, isAlsoAsked } from "./amendment.ts";
import { createFinder, type Match } from "./operation.ts";
import { jsonSchema } from "./schema.ts";
import { anyOperationAnswers } from "./statuses.ts";
import { type Content, type DescriptionText, openDescription, type Operation } from "./text.ts";
import { createForms, type Forms } from "./variation.ts";

/** The platform's published description, to hold requests and answers to. */
export interface Description {
  /** The operation a request leads to, or undefined when the platform has none. */
  find(method: string, path: string): Match | undefined;
  /** What is wrong with a request: one sentence for each fault. */
  requestFaults(match: Match, request: SentRequest): string[];
  /** What is wrong with an answer: one sentence for each fault. */
  answerFaults(match: Match, answer: GivenAnswer): string[];
  /** The body of an answer in another form that says the same; see `variation.ts`. */
  varied(match: Match, answer: GivenAnswer, random: Random): unknown;
  /** The body of an answer with what it lacks of its schema. */
  filled(match: Match, answer: GivenAnswer): unknown;
  /** The success that is published as an operation's example. */
  example(match: Match, form: ExampleForm): Example;
}

/** What a client sent. */
export interface SentRequest {
  query: URLSearchParams;
  /** Parsed JSON, or undefined when there was no body or another kind of body. */
  body: unknown;
}

/** What the code host answers. */
export interface GivenAnswer {
  status: number;
  /** Without parameters, or undefined when there is no body. */
  mediaType: string | undefined;
  /** Parsed JSON when the media type says so. */
  body: unknown;
}

/**
 * An example as it is published, the least of it that the schema requires, or as a later version of
 * the API may say it.
 */
export type ExampleForm = "published" | "bare" | "later";

/** An answer that is published as an example. */
export interface Example {
  status: number;
  /** Undefined for an answer without one. */
  body: unknown;
  /** Why some of it was made up from the schema: none is published, or it is not as described. */
  madeUp?: string;
}

/** Prepares the checks of a description's text. Every operation is compiled when it is first used. */
export function createDescription(source: string): Description {
  const text = openDescription(source);
  const validators = createValidators(text);
  const forms = createForms(text);
  return {
    find: createFinder(text),
    requestFaults: (match, request) => requestFaults(text, validators, match, request),
    answerFaults: (match, answer) => answerFaults(text, validators, match, answer),
    varied(match, answer, random) {
      const { schema } = answerSchema(text, match, answer);
      return schema === undefined ? answer.body : forms(schema).varied(answer.body, random);
    },
    filled(match, answer) {
      const { schema } = answerSchema(text, match, answer);
      return schema === undefined ? answer.body : forms(schema).filled(answer.body);
    },
    example: (match, form) => exampleOf(text, validators, forms, match, form),
  };
}

/** Gives the compiled check of a schema; `key` names the schema's place. */
type Validators = (key: string, schema: unknown) => ValidateFunction;

/** Schemas are many and large, and each is used a few times: compiling matters more than checking. */
const QUICK = {
  strict: false,
  logger: false,
  inlineRefs: false,
  validateSchema: false,
  meta: false,
  code: { optimize: false },
} as const;

function createValidators(text: DescriptionText): Validators {
  const ajv = new Ajv(QUICK);
  formats.default(ajv as never);

  /** Adds every component that a schema leads to, once; several operations share them. */
  const rename = (reference: string): string => {
    const key = reference.replace(/^#\/components\//, "component:");
    if (ajv.schemas[key] === undefined) {
      ajv.addSchema({ $id: key }, key);
      const converted = jsonSchema(amended(reference, text.component(reference)), rename);
      ajv.removeSchema(key);
      ajv.addSchema({ ...converted as object, $id: key }, key);
    }
    return key;
  };
  const compiled = new Map<string, ValidateFunction>();
  return (key, schema) => {
    const known = compiled.get(key) ?? ajv.compile(jsonSchema(schema, rename) as object);
    compiled.set(key, known);
    return known;
  };
}

const operationOf = (text: DescriptionText, match: Match): Operation =>
  text.path(match.template)[match.route.split(" ")[0]!.toLowerCase()]!;

/** A parameter of the path or the query. */
interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  schema?: unknown;
}

function requestFaults(
  text: DescriptionText,
  validators: Validators,
  match: Match,
  { query, body }: SentRequest,
): string[] {
  const operation = operationOf(text, match);
  const faults: string[] = [];
  const parameters = (operation.parameters ?? []).map((one) => followed<Parameter>(text, one));

  for (const name of new Set(query.keys())) {
    const known = parameters.some((one) => one.in === "query" && one.name === name);
    if (!known && !isAlsoAsked(match.route, name)) {
      faults.push(`the query has an unknown name '${name}'`);
    }
  }
  for (const parameter of parameters) {
    const given = parameter.in === "path"
      ? match.params[parameter.name]
      : parameter.in === "query"
      ? query.get(parameter.name)
      : undefined;
    if (given === undefined || given === null) {
      if (parameter.required && parameter.in === "query") {
        faults.push(`the query lacks '${parameter.name}'`);
      }
      continue;
    }
    const schema = followed(text, parameter.schema ?? {});
    const key = `parameter ${JSON.stringify(schema)}`;
    faults.push(...check(validators(key, schema), read(given, schema), `'${parameter.name}'`));
  }

  const schema = operation.requestBody?.content["application/json"]?.schema;
  if (schema === undefined) return faults;
  if (body === undefined) {
    if (operation.requestBody!.required) faults.push("the body is missing");
    return faults;
  }
  faults.push(...check(validators(`${match.route} body`, schema), body, "the body"));
  const { properties } = followed<{ properties?: object }>(text, schema);
  if (properties && isRecord(body)) {
    for (const name of Object.keys(body)) {
      if (!Object.hasOwn(properties, name)) faults.push(`the body has an unknown field '${name}'`);
    }
  }
  return faults;
}

function answerFaults(
  text: DescriptionText,
  validators: Validators,
  match: Match,
  answer: GivenAnswer,
): string[] {
  const { schema, key, fault } = answerSchema(text, match, answer);
  if (fault !== undefined) return [fault];
  if (schema === undefined) return [];
  return check(validators(key, schema), answer.body, `the answer ${answer.status}`);
}

/** The schema of an answer's body and its place; none for an answer that is not JSON. */
function answerSchema(
  text: DescriptionText,
  match: Match,
  { status, mediaType, body }: GivenAnswer,
): { schema?: unknown; key: string; fault?: string } {
  const described = operationOf(text, match).responses[String(status)];
  const key = `${described === undefined ? "any" : match.route} ${status}`;
  if (described === undefined && !anyOperationAnswers(status)) {
    return { key, fault: `the description has no answer ${status}` };
  }
  if (mediaType === undefined || !/[/+]json$/.test(mediaType)) return { key };
  const { content = bodyUnsaid(status) } = described === undefined
    ? { content: ERROR }
    : followed<{ content?: Content }>(text, described);
  if (content === undefined) {
    return body === undefined ? { key } : { key, fault: `an answer ${status} has no body` };
  }
  const plain = mediaType.replace(/\+json$/, "");
  const media = [mediaType, plain].find((one) => content[one]) ?? "application/json";
  return { schema: content[media]?.schema, key: `${key} ${media}` };
}

function exampleOf(
  text: DescriptionText,
  validators: Validators,
  forms: (schema: unknown) => Forms,
  match: Match,
  as: ExampleForm,
): Example {
  const { responses } = operationOf(text, match);
  const status = Number(Object.keys(responses).find((one) => one.startsWith("2")));
  const { content } = followed<{ content?: Content }>(text, responses[String(status)]);
  const media = content?.["application/json"];
  if (media?.schema === undefined) return { status, body: undefined };
  const { repaired, ...form } = forms(media.schema);
  const [published] = Object.values(media.examples ?? {});
  const body = published && followed<{ value: unknown }>(text, published).value;
  const key = `${match.route} ${status} application/json`;
  const faults = body === undefined
    ? ["none is published"]
    : check(validators(key, media.schema), body, "it");
  const whole = faults.length === 0 ? body : repaired(body);
  const [madeUp] = faults;
  return {
    status,
    body: as === "published" ? whole : form[as](whole),
    ...(madeUp === undefined ? {} : { madeUp }),
  };
}

/** A refusal says why also where the description does not mention that it does. */
const bodyUnsaid = (status: number): Content | undefined => status >= 400 ? ERROR : undefined;

/** What an answer holds that is not listed at an operation. */
const ERROR: Content = {
  "application/json": { schema: { $ref: "#/components/schemas/basic-error" } },
};

function check(validate: ValidateFunction, value: unknown, what: string): string[] {
  if (validate(value)) return [];
  return (validate.errors ?? []).map(({ instancePath, message }) =>
    `${what}${instancePath === "" ? "" : ` at ${instancePath}`} ${message}`
  );
}

/** What a reference leads to; anything else is itself. */
function followed<T = unknown>(text: DescriptionText, value: unknown): T {
  const reference = isRecord(value) ? value.$ref : undefined;
  return (typeof reference === "string" ? text.component(reference) : value) as T;
}

/** A parameter's text as the value that its schema is about. */
function read(given: string, schema: unknown): unknown {
  const { type } = schema as { type?: string };
  if ((type === "integer" || type === "number") && given.trim() !== "") return Number(given);
  if (type === "boolean") return given === "true" ? true : given === "false" ? false : given;
  if (type === "array") return given.split(",");
  return given;
}
