import type { Child } from "hono/jsx";

/** A checkbox with its label. */
export function Check({ name, on, children }: { name: string; on: boolean; children?: Child }) {
  return (
    <label class="check">
      <input type="checkbox" name={name} checked={on} />
      <span>{children}</span>
    </label>
  );
}
