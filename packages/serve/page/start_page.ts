import type { BehaviorDetails } from "@svc/core/answer";
import { type ErrorDetail, isSvcError, SvcError } from "@svc/core/error";
import { assertModestJson } from "@svc/core/json";
import { LIMITS } from "@svc/core/limit";
import { UUID } from "@svc/core/name";
import { shellWord } from "@svc/core/text";
import { type Html, Notice } from "@svc/http/page";
import { html } from "hono/html";
import type { RunView } from "../answers/run.ts";
import { errorWithoutRoot } from "../request/own_paths.ts";
import { type Acting, admit, onceField, onceOf, operate } from "./action.ts";
import type { Page } from "./frame.ts";
import { type InputField, inputFields } from "./input_field.ts";
import { fieldId, inputControls } from "./input_form.ts";
import { formName, type ReadInputs, readInputs, type Typed, typedOf } from "./read_inputs.ts";
import { isKnown } from "./retry_run.ts";
import { read, type Visit } from "./visit.ts";
import { pathTo } from "./words.ts";

/** A method that the visitor may run. */
interface Startable {
  behavior: BehaviorDetails;
  method: BehaviorDetails["methods"][number];
  fields: readonly InputField[];
}

/** The form that starts a method: with its defaults, or with the inputs of the run that `?from=` names. */
export async function startPage(visit: Visit, behavior: string, method: string): Promise<Page> {
  const startable = await startableOf(visit, behavior, method);
  const from = visit.url.searchParams.get("from");
  const run = from === null || !UUID.test(from) ? undefined : visit.serving.runs.get(from);
  const isOfThis = run?.behavior === startable.behavior.name && run.method === method;
  const typed = await prefilled(startable, isOfThis ? run.inputs : undefined);
  return startForm(visit, startable, {
    typed,
    errors: new Map(),
    note: isOfThis ? noteOf(run) : undefined,
  });
}

/** What the form does not have of the inputs of a run. */
function noteOf({ inputs }: RunView): string | undefined {
  if (inputs === undefined) return "The inputs of that run are not kept.";
  return isKnown(inputs)
    ? undefined
    : "Type in again what is empty: secrets and the expressions of schedules are not taken over.";
}

/** Starts a method with the inputs of the form, or shows the form again with what is wrong. */
export async function startRun(
  acting: Acting,
  behaviorName: string,
  methodName: string,
): Promise<string | Page> {
  const startable = await startableOf(acting, behaviorName, methodName);
  const { behavior, method, fields } = startable;
  const found = await readInputs(fields, acting.form);
  if (found.errors.size > 0) return startForm(acting, startable, { ...found, status: 400 });
  const params = { behavior: behavior.name, method: method.name };
  try {
    await assertFit(acting, params, found);
    const { id } = await operate(acting, "runs.start", {
      params,
      body: { inputs: found.inputs },
      once: onceOf(acting),
    });
    return pathTo("runs", id);
  } catch (thrown) {
    const { createRedactor } = await import("@svc/runtime/redaction");
    const secrets = fields.filter(({ secret }) => secret)
      .map(({ name }) => name === undefined ? found.inputs : found.inputs[name]);
    const { root } = acting.serving.repository;
    const error = createRedactor(secrets).error(errorWithoutRoot(thrown, root));
    if (!isSvcError(error) || error.status >= 500) throw error;
    return startForm(acting, startable, { ...found, ...placed(error, fields) });
  }
}

/** @throws SvcError what the interface answers to who may not run it */
async function startableOf(visit: Visit, name: string, methodName: string): Promise<Startable> {
  const given = { behavior: name, method: methodName };
  const { params } = await admit(visit, "runs.start", given);
  const behavior = await read(visit, "behaviors.get", { behavior: params.behavior! });
  const method = behavior.methods.find((one) => one.name === methodName);
  if (method === undefined) {
    throw new SvcError("not_found", `${behavior.name} has no method ${methodName}`, {
      hint: "Its page lists the methods that you may run.",
    });
  }
  return { behavior, method, fields: inputFields(behavior, methodName) };
}

/** @throws SvcError for inputs that no run would take */
async function assertFit(
  { serving }: Visit,
  { behavior, method }: { behavior: string; method: string },
  { inputs }: ReadInputs,
): Promise<void> {
  // As of a body of the interface: what YAML repeats by name is more than was sent.
  const text = JSON.stringify(inputs);
  if (text.length > LIMITS.requestBodyBytes) {
    throw new SvcError("body_too_large", "The inputs are too large", {
      hint: `At most ${LIMITS.requestBodyBytes} characters of JSON.`,
    });
  }
  assertModestJson(text, LIMITS.json);
  const { assertInputsFit } = await import("@svc/runtime/run");
  await assertInputsFit(serving.repository, { definition: behavior, method, inputs });
}

/** What the fields hold at first: inputs that were given before, else defaults. */
async function prefilled(
  { fields }: Startable,
  inputs: Record<string, unknown> = {},
): Promise<Typed> {
  const named = new Set(fields.map(({ name }) => name));
  const further = Object.entries(inputs).filter(([name]) => !named.has(name));
  const typed = new Map<string, string>();
  for (const field of fields) {
    const value = field.name === undefined
      ? further.length === 0 ? undefined : Object.fromEntries(further)
      : Object.hasOwn(inputs, field.name)
      ? inputs[field.name]
      : field.schema["default"];
    if (value === undefined || value === null || field.secret || !isKnown(value)) continue;
    typed.set(formName(field), await typedOf(field, value));
  }
  return typed;
}

/** What a form is shown with. */
interface Shown {
  typed: Typed;
  errors: ReadonlyMap<string, string>;
  /** Refuses the whole of it. */
  refused?: { title: string; hint: string | undefined };
  status?: number;
  /** What the visitor should know of the inputs. */
  note?: string | undefined;
}

/** A refusal, each part of it at the field that it is about. */
function placed(
  { code, status, message, hint, details }: SvcError,
  fields: readonly InputField[],
): Pick<Shown, "errors" | "refused" | "status"> {
  const errors = new Map<string, string>();
  for (const detail of details ?? []) {
    const field = fieldOf(detail, fields);
    if (field === undefined) continue;
    const at = formName(field);
    const { path, message: words } = detail;
    const said = path === field.name || path === "" ? words : `${path}: ${words}`;
    errors.set(at, errors.has(at) ? `${errors.get(at)}; ${said}` : said);
  }
  if (errors.size > 0) return { errors, status };
  const title = code === "conflict" ? "This form was sent before, with other inputs" : message;
  return {
    errors,
    status,
    refused: { title, hint: code === "conflict" ? "Send it again to start another run." : hint },
  };
}

function fieldOf(
  { path }: ErrorDetail,
  fields: readonly InputField[],
): InputField | undefined {
  return fields.find(({ name }) =>
    name !== undefined && (path === name || path.startsWith(`${name}.`))
  ) ??
    fields.find(({ name }) => name === undefined);
}

function startForm(
  { serving }: Visit,
  { behavior, method, fields }: Startable,
  { typed, errors, refused, note, status = 200 }: Shown,
): Page {
  const path = pathTo("behaviors", behavior.name, "methods", method.name);
  return {
    title: `Run ${method.name} of ${behavior.name}`,
    status,
    body: html`
      <h1>Run ${method.name}</h1>
      <p>${method.description}</p>
      <p>Behavior <a href="${pathTo("behaviors", behavior.name)}">${behavior.name}</a></p>
      ${refused === undefined ? "" : Notice({
        kind: "error",
        title: refused.title,
        children: refused.hint === undefined ? "" : html`<p>${refused.hint}</p>`,
      })} ${note === undefined ? "" : Notice({ kind: "info", title: note })} ${errors.size === 0
        ? ""
        : wrongInputs(fields, errors)}
      <form class="form sheet" method="post" action="${path}" autocomplete="off">
        ${onceField()} ${fields.length === 0
          ? html`<p class="quiet">It takes no inputs.</p>`
          : inputControls({ fields, typed, errors })}
        <button class="primary">Run</button>
      </form>
      <h2>In a terminal</h2>
      <pre tabindex="0">${commandOf(behavior.name, method.name, fields, serving.publicUrl)}</pre>
    `,
  };
}

/** What is wrong, each with a way to its field. */
function wrongInputs(fields: readonly InputField[], errors: ReadonlyMap<string, string>): Html {
  const known = fields.map((field, index) => ({ ...field, at: formName(field), index }))
    .filter(({ at }) => errors.has(at));
  const names = new Set(known.map(({ at }) => at));
  return Notice({
    kind: "error",
    title: "Nothing was run",
    children: html`
      <ul>${known.map(({ label, at, index }) =>
        html`<li><a href="#${fieldId(index)}">${label}</a>: ${errors.get(at)}</li>`
      )}${[...errors].filter(([at]) => !names.has(at)).map(([, words]) =>
        html`<li>${words}</li>`
      )}</ul>
    `,
  });
}

function commandOf(
  behavior: string,
  method: string,
  fields: readonly InputField[],
  server: string,
): string {
  const needed = fields.filter(({ required }) => required)
    .map(({ name }) => ` --input ${shellWord(name!)}=…`);
  return `svc behavior run ${shellWord(behavior)} ${shellWord(method)}${
    needed.join("")
  } --server ${server}`;
}
