/** One small change of a source that some test should notice. */
export interface Mutant {
  /** What was done, such as `boundary`. */
  kind: string;
  /** Where, in the source: from offset `start` up to `end`. */
  start: number;
  end: number;
  /** What stands there instead. */
  text: string;
}

/** A node of a syntax tree, as far as it is looked at. */
export interface Node {
  type: string;
  start: number;
  end: number;
  [key: string]: unknown;
}

type Change = (
  node: Node,
  parent: Node | undefined,
  source: string,
) => Omit<Mutant, "kind">[];

/** The kinds of change. Each is one that a slip of the hand could make. */
export const CHANGES: Readonly<Record<string, Change>> = {
  "flipped comparison": (node, _, source) =>
    operator(node, source, {
      "===": "!==",
      "!==": "===",
      "<": ">=",
      ">=": "<",
      ">": "<=",
      "<=": ">",
    }),

  boundary: (node, _, source) =>
    operator(node, source, { "<": "<=", "<=": "<", ">": ">=", ">=": ">" }),

  "and for or": (node, _, source) => operator(node, source, { "&&": "||", "||": "&&" }),

  "removed !": (node) =>
    node.type === "UnaryExpression" && node["operator"] === "!"
      ? [{ start: node.start, end: node.start + 1, text: "" }]
      : [],

  "removed statement": (node, parent) => {
    if (!/^(?:Expression|Throw|Continue|Break)Statement$/.test(node.type)) return [];
    if (typeof node["directive"] === "string" || parent?.type === "SwitchCase") return [];
    return [{ start: node.start, end: node.end, text: "{}" }];
  },

  "changed number": (node) => {
    if (node.type !== "Literal") return [];
    const { value } = node;
    const around = typeof value === "number" && Number.isSafeInteger(value)
      ? [value + 1, value - 1].map((one) => one < 0 ? `(${one})` : String(one))
      : typeof value === "bigint"
      ? [`${value + 1n}n`]
      : [];
    return around.map((text) => ({ start: node.start, end: node.end, text }));
  },

  "emptied text": (node) =>
    // A text with a space is for people: its wording is not a rule.
    node.type === "Literal" && typeof node["value"] === "string" && !/^$|\s/.test(node["value"])
      ? [{ start: node.start, end: node.end, text: '""' }]
      : [],

  "fixed condition": (node) => {
    if (node.type !== "IfStatement" && node.type !== "ConditionalExpression") return [];
    const { start, end } = node["test"] as Node;
    return ["true", "false"].map((text) => ({ start, end, text }));
  },
};

/** Changes the operator of a node with two sides, wherever it stands between them. */
function operator(
  node: Node,
  source: string,
  changes: Readonly<Record<string, string>>,
): Omit<Mutant, "kind">[] {
  if (node.type !== "BinaryExpression" && node.type !== "LogicalExpression") return [];
  const written = node["operator"] as string;
  const text = changes[written];
  if (text === undefined) return [];
  const left = (node["left"] as Node).end;
  const start = source.indexOf(written, left);
  return start === -1 || start >= (node["right"] as Node).start
    ? []
    : [{ start, end: start + written.length, text }];
}
