export * from "./codehost.ts";
export * from "./gh.ts";
export * from "./scanned.ts";
export * from "./sample_tokens.ts";
export * from "./story.ts";
export type { RepositorySeed } from "./emulator/mod.ts";
export type {
  Actions,
  AlertFeeds,
  App,
  Installation,
  RepositoryFeeds,
  RunSeed,
  TokenSeed,
  Workflow,
  WorkflowRun,
} from "./state/mod.ts";
