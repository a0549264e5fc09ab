/** What the operator decided about a name, over the rules that every registry has. */
export interface NameDecisionTable {
  /** A slug, which is a username as well, or an extension's name with `@`. */
  name: string;
  /** Equal for names that people confuse. */
  skeleton: string;
  /** `reserved`: only the operator may take it, or one like it. `free`: anybody may take it. */
  standing: "reserved" | "free";
  reason: string | null;
  at: string;
  /** The granted claim whose claimant takes the reserved name nevertheless. */
  claim_number: number | null;
}

declare module "../../platform/store/schema.ts" {
  interface Schema {
    name_decision: NameDecisionTable;
  }
}
