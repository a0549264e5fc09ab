import type { MethodContext } from "../../platform/context.ts";

/** What the methods use of their context. */
export type StackContext = MethodContext<{ repo?: string | undefined }> & {
  /** The behavior itself. */
  definition: { name: string };
  /** Folder of the svc repository. */
  repoDir: string;
};
