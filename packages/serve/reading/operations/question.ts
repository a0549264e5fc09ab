import type { Rights } from "../../rights/rights.ts";
import type { ReadingKey } from "./readings.ts";

/** What is to be read, and for whom. */
export interface Question {
  key: ReadingKey;
  /** Parameters of the path, query and body together, checked. */
  input: Record<string, unknown>;
  rights: Rights;
}
