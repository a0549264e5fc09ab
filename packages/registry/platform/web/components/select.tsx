interface SelectProps {
  name: string;
  label: string;
  /** Each value with what is shown for it. */
  options: Readonly<Record<string, string>>;
  value: string;
  hint?: string | undefined;
}

/** A labelled choice of one. */
export function Select({ name, label, options, value, hint }: SelectProps) {
  const id = `field-${name}`;
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {hint ? <p class="field-hint" id={`${id}-hint`}>{hint}</p> : null}
      <select id={id} name={name} aria-describedby={hint ? `${id}-hint` : undefined}>
        {Object.entries(options).map(([key, text]) => (
          <option value={key} selected={key === value}>{text}</option>
        ))}
      </select>
    </div>
  );
}
