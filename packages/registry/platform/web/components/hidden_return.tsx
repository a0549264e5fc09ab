/** Carries the way back through a form. */
export function HiddenReturn({ to }: { to: string }) {
  return to === "/" ? null : <input type="hidden" name="return_to" value={to} />;
}
