import { html } from "hono/html";
import type { Html } from "./document.ts";
import { attributesText, labelled, type LabelledProps } from "./labelled.ts";

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
