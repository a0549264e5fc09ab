import { html, raw } from "hono/html";
import type { Child } from "hono/jsx";
import type { Html } from "./document.ts";

/** What every field of a form has. */
interface LabelledProps {
  name: string;
  /** Unique on the page; `field-<name>` unless said. */
  id?: string;
  label: string;
  hint?: Child;
  error?: string | undefined;
  required?: boolean | undefined;
}

/** Attributes of an element; those without a value are left out. */
export type Attributes = Record<string, string | number | boolean | undefined>;

/**
 * A control with its label, its hint and its error, tied together for assistive technology.
 *
 * @param control makes the element from the attributes that tie it
 * @param after follows the control and its error
 */
function labelled(
  props: LabelledProps,
  control: (tied: Attributes) => Html,
  after?: Child,
): Html {
  const { name, label, hint, error, required } = props;
  const id = props.id ?? `field-${name}`;
  const described = [hint ? `${id}-hint` : "", error ? `${id}-error` : ""]
    .filter((part) => part !== "").join(" ");
  const tied = {
    id,
    name,
    required,
    "aria-invalid": error ? "true" : undefined,
    "aria-describedby": described === "" ? undefined : described,
  };
  return html`
    <div
      class="${error ? "field field-wrong" : "field"}"><label for="${id}">${label}</label>${hint
        ? html`<p class="field-hint" id="${id}-hint">${hint}</p>`
        : ""}${control(tied)}${error
        ? html`<p class="field-error" id="${id}-error">${error}</p>`
        : ""}${after}</div>
  `;
}

/** Attributes as text of an element. Their names are ours; their values are escaped. */
function attributesText(attributes: Attributes): Html[] {
  return Object.entries(attributes).map(([name, value]) =>
    value === undefined || value === false ? raw("") : html`
      ${raw(name)}="${value === true ? "" : value}"
    `
  );
}

interface SelectProps extends LabelledProps {
  /** Each value with what is shown for it. */
  options: readonly (readonly [string, string])[];
  value: string;
}

/** A labelled choice of one. */
export function Select(props: SelectProps): Html {
  const options = props.options.map(([value, words]) =>
    html`<option${attributesText({ value, selected: value === props.value })}>${words}</option>`
  );
  return labelled(props, (tied) => html`<select${attributesText(tied)}>${options}</select>`);
}

interface TextAreaProps extends LabelledProps {
  value?: string | undefined;
  rows?: number;
  maxlength?: number;
  /** False for what is no prose. */
  spellcheck?: boolean;
}

/** A labelled field of several lines, with its hint and its error. */
export function TextArea(props: TextAreaProps): Html {
  const { value = "", rows = 6, maxlength, spellcheck = true } = props;
  const attributes = { rows, maxlength, spellcheck: spellcheck ? undefined : "false" };
  // A browser drops the first line break.
  const text = `\n${value}`;
  return labelled(
    props,
    (tied) => html`<textarea${attributesText({ ...tied, ...attributes })}>${text}</textarea>`,
  );
}

interface FieldProps extends LabelledProps {
  type?: "text" | "email" | "password" | "number" | "date";
  value?: string | undefined;
  autocomplete?: string;
  minlength?: number;
  maxlength?: number;
  min?: number | undefined;
  max?: number | undefined;
  step?: string;
  pattern?: string;
  /** Id of a list of suggestions. */
  list?: string;
  autofocus?: boolean;
  /** Follows the input on the same line. */
  children?: Child;
}

/** A labelled input with its hint and its error, tied together for assistive technology. */
export function Field(props: FieldProps): Html {
  return labelled(
    props,
    (tied) =>
      html`<input${
        attributesText({
          ...tied,
          type: props.type ?? "text",
          value: props.value,
          autocomplete: props.autocomplete,
          minlength: props.minlength,
          maxlength: props.maxlength,
          min: props.min,
          max: props.max,
          step: props.step,
          pattern: props.pattern,
          list: props.list,
          autofocus: props.autofocus,
          autocapitalize: "none",
          spellcheck: "false",
        })
      }>`,
    props.children,
  );
}
