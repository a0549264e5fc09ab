import { html } from "hono/html";
import type { Child } from "hono/jsx";
import type { Html } from "./document.ts";
import { attributesText, labelled, type LabelledProps } from "./labelled.ts";

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
