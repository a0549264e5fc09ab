import type { Child } from "hono/jsx";

/** A label with its value, inside a `<dl>`. */
export function Fact({ label, children }: { label: string; children?: Child }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}
