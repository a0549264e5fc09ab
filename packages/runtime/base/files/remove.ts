/** Removes a file, or a folder with all that is in it when `recursive` is set, unless it is gone already. */
export function removeIfPresent(path: string, options: Deno.RemoveOptions = {}): void {
  try {
    Deno.removeSync(path, options);
  } catch (error) {
    unlessGone(error);
  }
}

/** For the `catch` of what removes or moves: that something is gone already is no failure. */
export function unlessGone(error: unknown): void {
  if (!(error instanceof Deno.errors.NotFound)) throw error;
}
