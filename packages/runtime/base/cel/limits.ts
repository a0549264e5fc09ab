/** What a CEL expression may be made of; the text may be a stranger's. */
export const CEL_LIMITS = { maxAstNodes: 2000, maxDepth: 100 };

/** Characters of one expression. */
export const LONGEST_EXPRESSION = 10_000;
