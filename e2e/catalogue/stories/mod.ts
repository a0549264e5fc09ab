import type { Story } from "../story.ts";
import { tokenAudit } from "./b.ts";
import { pullRequests } from "./c.ts";
import { releases } from "./d.ts";

/** Every story, in the order of the families. */
export const STORIES: readonly Story[] = [tokenAudit, pullRequests, releases];
