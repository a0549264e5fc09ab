export * from "./codehost.ts";
export * from "./gh.ts";
export * from "./story.ts";
export type { RepositorySeed } from "./emulator/mod.ts";
export type {
  Actions,
  App,
  Installation,
  RunSeed,
  TokenSeed,
  Workflow,
  WorkflowRun,
} from "./state/mod.ts";
