import type { Rights } from "../../rights/rights.ts";
import type { ReadingInput, ReadingKey } from "../inputs/inputs.ts";

/** What is to be read, and for whom. */
export interface Question<Key extends ReadingKey = ReadingKey> {
  key: Key;
  /** Parameters of the path, query and body together, checked. */
  input: ReadingInput<Key>;
  rights: Rights;
}
