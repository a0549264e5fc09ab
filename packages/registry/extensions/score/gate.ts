/** Lets a bounded number of tasks run at once; the others wait their turn in order. */
export interface Gate {
  run<Result>(task: () => Promise<Result>): Promise<Result>;
}

/** A gate for `width` tasks at once. */
export function createGate(width: number): Gate {
  let free = width;
  const waiting: (() => void)[] = [];
  return {
    async run(task) {
      if (free > 0) free--;
      else await new Promise<void>((resolve) => waiting.push(resolve));
      try {
        return await task();
      } finally {
        const next = waiting.shift();
        if (next) next();
        else free++;
      }
    },
  };
}
