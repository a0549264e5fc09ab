import { html, raw } from "hono/html";
import type { Child } from "hono/jsx";
import type { Html } from "./document.ts";

interface FieldProps {
  name: string;
  /** Unique on the page; `field-<name>` unless said. */
  id?: string;
  label: string;
  type?: "text" | "email" | "password" | "number" | "date";
  value?: string | undefined;
  hint?: Child;
  error?: string | undefined;
  required?: boolean;
  autocomplete?: string;
  minlength?: number;
  maxlength?: number;
  pattern?: string;
  autofocus?: boolean;
  /** Follows the input on the same line. */
  children?: Child;
}

/** A labelled input with its hint and its error, tied together for assistive technology. */
export function Field(props: FieldProps): Html {
  const { hint, error } = props;
  const id = props.id ?? `field-${props.name}`;
  const described = [hint ? `${id}-hint` : "", error ? `${id}-error` : ""]
    .filter((part) => part !== "").join(" ");
  const attributes = {
    id,
    name: props.name,
    type: props.type ?? "text",
    value: props.value,
    required: props.required,
    autocomplete: props.autocomplete,
    minlength: props.minlength,
    maxlength: props.maxlength,
    pattern: props.pattern,
    autofocus: props.autofocus,
    autocapitalize: "none",
    spellcheck: "false",
    "aria-invalid": error ? "true" : undefined,
    "aria-describedby": described === "" ? undefined : described,
  };
  return html`
    <div
      class="${error ? "field field-wrong" : "field"}"><label for="${id}">${props
        .label}</label>${hint
        ? html`<p class="field-hint" id="${id}-hint">${hint}</p>`
        : ""}<input${Object.entries(attributes).map(attribute)}>${error
        ? html`<p class="field-error" id="${id}-error">${error}</p>`
        : ""}${props.children}</div>
  `;
}

function attribute([name, value]: [string, string | number | boolean | undefined]): Html {
  if (value === undefined || value === false) return raw("");
  return html`
    ${raw(name)}="${value === true ? "" : value}"
  `;
}
