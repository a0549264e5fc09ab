import type { DataReader, DataRemover, MethodContext } from "../platform/context.ts";
import type { MirrorArguments } from "./arguments.ts";

/** What the mirror's methods use of their context. */
export type MirrorContext = MethodContext<MirrorArguments> & DataReader & DataRemover & {
  /** Folder of the svc repository, against which relative paths are resolved. */
  repoDir: string;
};
