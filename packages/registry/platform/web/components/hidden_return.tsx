/** Carries the way back through a form. */
export function HiddenReturn({ to }: { to: string }) {
  return to === "/" ? null : <input type="hidden" name="return_to" value={to} />;
}

/** The address of a form that leads back to a page when it is done; the start page needs no saying. */
export function withReturn(form: string, to: string): string {
  return to === "/" ? form : `${form}?return_to=${encodeURIComponent(to)}`;
}
