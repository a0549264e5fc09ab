/** What a person waits for, and how long it may take. */
export interface Budget {
  what: string;
  /** The number that it is held to. */
  budget: number;
  side: "at least" | "at most";
  /** Of the number: what it is a multiple of, or a time. */
  unit: string;
  /** What pays for it, and is looked at first where it is missed. */
  module: string;
  /** The benchmark that measures it. */
  bench: string;
}

/** Every budget there is. What no row needs is not worth its lines. */
export const BUDGETS = {
  help: {
    what: "svc --help",
    budget: 1.2,
    side: "at most",
    unit: "empty deno run",
    module: "bin/build",
    bench: "cli",
  },
  whoami: {
    what: "svc auth whoami",
    budget: 2.2,
    side: "at most",
    unit: "empty deno run",
    module: "packages/cli/client",
    bench: "cli",
  },
  run: {
    what: "svc behavior run, a method that writes once",
    budget: 5.5,
    side: "at most",
    unit: "empty deno run",
    module: "packages/runtime/run",
    bench: "runtime",
  },
  read: {
    what: "the slower of latest and info",
    budget: 0.8,
    side: "at least",
    unit: "bare Deno.serve",
    module: "packages/http/listener",
    bench: "registry",
  },
  search: {
    what: "a search among 100,000 extensions, p99",
    budget: 50,
    side: "at most",
    unit: "ms",
    module: "packages/registry/features/extensions/index",
    bench: "registry",
  },
  pull: {
    what: "an archive of 12 kB",
    budget: 0.15,
    side: "at least",
    unit: "nginx",
    module: "packages/registry/features/extensions/upload",
    bench: "registry",
  },
  publish: {
    what: "20 publications at once, sizes as published, p99",
    budget: 1.5,
    side: "at most",
    unit: "s",
    module: "packages/registry/features/extensions/publish",
    bench: "publishing",
  },
  publishLarge: {
    what: "20 publications at once, 1 MB of source each, p99",
    budget: 6,
    side: "at most",
    unit: "s",
    module: "packages/registry/features/extensions/publish",
    bench: "publishing",
  },
  provenance: {
    what: "verifying a job's statement, processor time",
    budget: 40,
    side: "at most",
    unit: "ms",
    module: "packages/provenance",
    bench: "provenance",
  },
  logCheck: {
    what: "checking a pulled version with a log of a million entries",
    budget: 40,
    side: "at most",
    unit: "ms",
    module: "packages/cli/log",
    bench: "log_checks",
  },
} as const satisfies Record<string, Budget>;

export type BudgetKey = keyof typeof BUDGETS;
