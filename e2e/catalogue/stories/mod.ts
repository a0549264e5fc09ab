import type { Story } from "../story.ts";

/** Every story, in the order of the families. */
export const STORIES: readonly Story[] = [];
