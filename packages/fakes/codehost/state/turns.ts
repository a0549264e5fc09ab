/** Does one thing after another for each name: whoever comes second waits. */
export type Turns = <T>(name: string, act: () => Promise<T>) => Promise<T>;

/** Nobody waits yet. */
export function createTurns(): Turns {
  const last = new Map<string, Promise<unknown>>();
  return (name, act) => {
    const mine = (last.get(name) ?? Promise.resolve()).then(act);
    last.set(name, mine.catch(() => {}));
    return mine;
  };
}
