import type { Story } from "../story.ts";
import { tokenAudit } from "./b.ts";

/** Every story, in the order of the families. */
export const STORIES: readonly Story[] = [tokenAudit];
