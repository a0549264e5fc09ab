/** The address of all extensions with a label. */
export function labelHref(label: string): string {
  return `/search?${new URLSearchParams({ label })}`;
}
