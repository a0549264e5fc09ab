interface TextAreaProps {
  name: string;
  label: string;
  value?: string | undefined;
  hint?: string | undefined;
  error?: string | undefined;
  rows?: number;
  required?: boolean;
  maxlength?: number;
}

/** A labelled field of several lines, with its hint and its error. */
export function TextArea(props: TextAreaProps) {
  const id = `field-${props.name}`;
  const described = [props.hint ? `${id}-hint` : "", props.error ? `${id}-error` : ""]
    .filter((part) => part !== "").join(" ");
  return (
    <div class={props.error ? "field field-wrong" : "field"}>
      <label for={id}>{props.label}</label>
      {props.hint ? <p class="field-hint" id={`${id}-hint`}>{props.hint}</p> : null}
      <textarea
        id={id}
        name={props.name}
        rows={props.rows ?? 6}
        required={props.required}
        maxlength={props.maxlength}
        aria-invalid={props.error ? "true" : undefined}
        aria-describedby={described === "" ? undefined : described}
      >
        {props.value ?? ""}
      </textarea>
      {props.error ? <p class="field-error" id={`${id}-error`}>{props.error}</p> : null}
    </div>
  );
}
