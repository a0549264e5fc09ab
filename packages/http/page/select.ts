import { html } from "hono/html";
import type { Html } from "./document.ts";
import { attributesText, labelled, type LabelledProps } from "./labelled.ts";

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
