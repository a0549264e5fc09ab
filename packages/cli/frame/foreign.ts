const asking = new WeakSet<object>();

/** Says of a command's context that its result comes from a server, and may be anything. */
export function markForeign(context: object): void {
  asking.add(context);
}

/** Whether a command's result comes from a server: that it cannot be shown is not a bug of svc then. */
export function isForeign(context: object): boolean {
  return asking.has(context);
}
