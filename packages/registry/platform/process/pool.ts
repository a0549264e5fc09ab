import { type Child, type ChildOptions, startChild, type Take } from "./child.ts";
import { ProcessFailure } from "./failure.ts";

/** How processes are run. */
export interface PoolOptions extends ChildOptions {
  /** Processes at once. */
  width: number;
  /** Tasks that may wait for one. */
  waiting: number;
  /** How long a task may wait for one, in milliseconds; as long as it takes unless told otherwise. */
  waitLimitMs?: number;
  /** Tasks after which a process is replaced, so that what it may have kept is freed; 500. */
  tasksEach?: number;
}

/** Processes of one script, started when they are needed and kept for the next task. */
export interface ProcessPool {
  /**
   * Has a task done by the next free process; `take` is given each line of its answer. Whoever was
   * served longest ago comes first, so that one with many tasks does not hold up the others.
   *
   * @param owner whose task it is
   * @throws ProcessFailure when it was not done
   */
  ask(task: unknown, take: Take, owner?: string): Promise<void>;
  /** Refuses what waits, ends the processes, and settles when they are gone. */
  close(): Promise<void>;
}

interface Job extends PromiseWithResolvers<void> {
  task: unknown;
  take: Take;
  owner: string;
  /** Refuses it when it has waited for too long. */
  waited?: ReturnType<typeof setTimeout>;
}

/**
 * A pool of processes: the server's thread goes on answering, and a task that eats time or memory
 * costs itself alone. A process whose task failed is replaced, and so is one that has done its share
 * of tasks or worked for as long as one task may: the system holds each to a processor time.
 */
export function processPool(options: PoolOptions): ProcessPool {
  const queue: Job[] = [];
  const idle: Child[] = [];
  const all = new Set<Child>();
  const served = new Map<string, number>();
  let turn = 0;
  let closed = false;

  function next(): void {
    while (queue.length > 0 && !closed) {
      let child: Child | undefined;
      try {
        child = takeIdle() ?? (all.size < options.width ? start() : undefined);
      } catch (failure) {
        // What waits is left to those that run; without any it would wait for ever.
        if (all.size === 0) refuseAll(failure);
      }
      if (child === undefined) return;
      const job = takeNext();
      clearTimeout(job.waited);
      void run(child, job);
    }
  }
  /** One that still runs: the system may have ended any of them for its memory. */
  function takeIdle(): Child | undefined {
    for (let child; (child = idle.pop()) !== undefined;) {
      if (!child.hasEnded()) return child;
      all.delete(child);
      void child.end();
    }
    return undefined;
  }
  function refuseAll(failure: unknown): void {
    for (const job of queue.splice(0)) {
      clearTimeout(job.waited);
      job.reject(failure);
    }
  }
  function takeNext(): Job {
    const last = ({ owner }: Job) => served.get(owner) ?? 0;
    const job = queue.reduce((best, other) => last(other) < last(best) ? other : best);
    queue.splice(queue.indexOf(job), 1);
    served.set(job.owner, ++turn);
    const waiting = new Set(queue.map(({ owner }) => owner));
    for (const owner of served.keys()) {
      if (owner !== job.owner && !waiting.has(owner)) served.delete(owner);
    }
    return job;
  }
  function start(): Child {
    const child = startChild(options);
    all.add(child);
    return child;
  }
  async function run(child: Child, job: Job): Promise<void> {
    try {
      await child.ask(job.task, job.take);
      job.resolve();
      if (isWorn(child)) await retire(child);
      else idle.push(child);
    } catch (error) {
      job.reject(error);
      await retire(child);
    }
    next();
  }
  function isWorn(child: Child): boolean {
    return child.busyMs() > options.timeLimitMs || child.tasks() >= (options.tasksEach ?? 500);
  }
  async function retire(child: Child): Promise<void> {
    await child.end();
    all.delete(child);
  }
  function wait(job: Job): void {
    queue.push(job);
    if (options.waitLimitMs === undefined) return;
    job.waited = setTimeout(() => {
      queue.splice(queue.indexOf(job), 1);
      job.reject(new ProcessFailure("busy"));
    }, options.waitLimitMs);
  }

  return {
    ask(task, take, owner = "") {
      if (closed) return Promise.reject(new ProcessFailure("closed"));
      if (queue.length >= options.waiting) return Promise.reject(new ProcessFailure("busy"));
      const job: Job = { task, take, owner, ...Promise.withResolvers<void>() };
      wait(job);
      next();
      return job.promise;
    },
    async close() {
      closed = true;
      refuseAll(new ProcessFailure("closed"));
      await Promise.all([...all].map((child) => child.end()));
      all.clear();
    },
  };
}
