import { html, raw } from "hono/html";
import type { Child } from "hono/jsx";
import type { Html } from "./document.ts";

/** What every field of a form has. */
export interface LabelledProps {
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
export function labelled(
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
export function attributesText(attributes: Attributes): Html[] {
  return Object.entries(attributes).map(([name, value]) =>
    value === undefined || value === false ? raw("") : html`
      ${raw(name)}="${value === true ? "" : value}"
    `
  );
}
