import * as z from "npm:zod@4.6.7";
import type { RepositoryFacts } from "./facts.ts";

/** What a repository is wanted to be like; what is left out is not compared. */
export interface WantedRepository {
  description?: string | undefined;
  private?: boolean | undefined;
  homepage?: string | undefined;
  topics?: string[] | undefined;
}

const FIELDS = ["description", "private", "homepage", "topics"] as const;

const value = z.union([z.string(), z.boolean(), z.array(z.string())]);

/** Schema of one entry of `drift`. */
export const driftSchema = z.object({
  field: z.enum(FIELDS),
  wanted: value,
  found: value,
});

/** One difference between what was asked for and what is there. It is reported, never changed. */
export type Drift = z.infer<typeof driftSchema>;

/** Where a repository differs from what was asked for. The order of topics does not matter. */
export function driftOf(wanted: WantedRepository, facts: RepositoryFacts): Drift[] {
  return FIELDS.flatMap((field) => {
    const asked = wanted[field];
    if (asked === undefined || same(asked, facts[field])) return [];
    return [{ field, wanted: asked, found: facts[field] }];
  });
}

function same(one: Drift["wanted"], other: Drift["wanted"]): boolean {
  if (Array.isArray(one) && Array.isArray(other)) {
    return [...new Set(one)].sort().join() === [...other].sort().join();
  }
  return one === other;
}
