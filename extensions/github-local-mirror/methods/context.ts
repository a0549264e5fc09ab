export type { MirrorContext } from "../context.ts";
