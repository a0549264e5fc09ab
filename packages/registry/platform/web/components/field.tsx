import type { Child } from "hono/jsx";

interface FieldProps {
  name: string;
  /** Unique on the page; `field-<name>` unless said. */
  id?: string;
  label: string;
  type?: "text" | "email" | "password" | "number" | "date";
  value?: string | undefined;
  hint?: string | undefined;
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
export function Field(props: FieldProps) {
  const id = props.id ?? `field-${props.name}`;
  const described = [props.hint ? `${id}-hint` : "", props.error ? `${id}-error` : ""]
    .filter((part) => part !== "").join(" ");
  return (
    <div class={props.error ? "field field-wrong" : "field"}>
      <label for={id}>{props.label}</label>
      {props.hint ? <p class="field-hint" id={`${id}-hint`}>{props.hint}</p> : null}
      <input
        id={id}
        name={props.name}
        type={props.type ?? "text"}
        value={props.value}
        required={props.required}
        autocomplete={props.autocomplete}
        minlength={props.minlength}
        maxlength={props.maxlength}
        pattern={props.pattern}
        autofocus={props.autofocus}
        autocapitalize="none"
        spellcheck={false}
        aria-invalid={props.error ? "true" : undefined}
        aria-describedby={described === "" ? undefined : described}
      />
      {props.error ? <p class="field-error" id={`${id}-error`}>{props.error}</p> : null}
      {props.children}
    </div>
  );
}
