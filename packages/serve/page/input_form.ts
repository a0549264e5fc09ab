import { Field, type Html, Select, TextArea } from "@svc/http/page";
import { html } from "hono/html";
import type { InputField } from "./input_field.ts";
import { formName, type Typed } from "./read_inputs.ts";

/** What a form of inputs shows. */
export interface ShownInputs {
  fields: readonly InputField[];
  typed: Typed;
  /** What is wrong, by the fields' names in the form. */
  errors: ReadonlyMap<string, string>;
}

/** The id of a field, which the list of what is wrong leads to. */
export function fieldId(index: number): string {
  return `input-${index}`;
}

/** The fields of a form of inputs. What is secret is never shown, not even to who has typed it. */
export function inputControls({ fields, typed, errors }: ShownInputs): Html[] {
  return fields.map((field, index) => {
    const name = formName(field);
    const value = field.secret ? "" : typed.get(name) ?? "";
    const about = {
      name,
      id: fieldId(index),
      label: field.required || field.control === "checkbox"
        ? field.label
        : `${field.label} (optional)`,
      hint: hintOf(field),
      error: errors.get(name),
    };
    switch (field.control) {
      case "checkbox":
        return checkbox(about, value !== "");
      case "choice":
        return Select({ ...about, options: optionsOf(field), value });
      case "number":
        return Field({ ...about, ...bounds(field), value, autocomplete: "off" });
      case "line":
        return Field({
          ...about,
          value,
          type: field.secret ? "password" : "text",
          autocomplete: field.secret ? "new-password" : "off",
        });
      case "lines":
        return TextArea({ ...about, value });
      case "yaml":
        return TextArea({
          ...about,
          value,
          rows: Math.min(20, Math.max(4, value.split("\n").length + 1)),
          spellcheck: false,
        });
    }
  });
}

interface About {
  name: string;
  id: string;
  label: string;
  hint: Html | string;
  error: string | undefined;
}

function checkbox({ name, id, label, hint, error }: About, on: boolean): Html {
  const described = `${hint === "" ? "" : `${id}-hint `}${error ? `${id}-error` : ""}`.trim();
  return html`
    <div class="${error ? "field field-wrong" : "field"}"><label class="tick"><input type="checkbox"
      id="${id}" name="${name}" value="on" ${on ? html`checked` : ""} ${described === ""
        ? ""
        : html`aria-describedby="${described}"`}> <span>${label}</span></label>${hint === ""
        ? ""
        : html`<p class="field-hint" id="${id}-hint">${hint}</p>`}${error
        ? html`<p class="field-error" id="${id}-error">${error}</p>`
        : ""}</div>
  `;
}

function hintOf({ hint, control, secret, schema }: InputField): Html | string {
  const kind = control !== "yaml"
    ? ""
    : schema["type"] === "array"
    ? "A list in YAML."
    : schema["type"] === "object"
    ? "A mapping in YAML."
    : "In YAML.";
  const kept = secret ? "A secret: it is not shown again." : "";
  const own = hint === "" || /[.!?:]$/.test(hint.trimEnd()) ? hint : `${hint}.`;
  return [own, kind, kept].filter((part) => part !== "").join(" ");
}

function optionsOf({ values, required, schema }: InputField): [string, string][] {
  const words = (value: unknown) =>
    value === true
      ? "yes"
      : value === false
      ? "no"
      : typeof value === "string"
      ? value
      : JSON.stringify(value);
  const none: [string, string][] = required && Object.hasOwn(schema, "default")
    ? []
    : [["", "Not given"]];
  return [
    ...none,
    ...values.map((value): [string, string] => [JSON.stringify(value), words(value)]),
  ];
}

function bounds({ schema }: InputField) {
  const whole = schema["type"] === "integer";
  const { minimum, maximum } = schema;
  return {
    type: "number" as const,
    step: whole ? "1" : "any",
    min: typeof minimum === "number" ? minimum : undefined,
    max: typeof maximum === "number" ? maximum : undefined,
  };
}
