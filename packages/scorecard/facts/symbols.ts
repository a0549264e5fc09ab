import { parsedJson } from "@svc/core/json";
import { FINDINGS_KEPT, type SymbolFacts } from "./facts.ts";
import { failureOf, firstComplaint } from "./complaint.ts";
import { sourcePath } from "./source_path.ts";
import type { ToolRun } from "./tool.ts";
import { fileUrl, type Workspace } from "./workspace.ts";

/** The parts of `deno doc --json`, version 2, that count. */
interface DocJson {
  version: number;
  nodes: Record<string, {
    module_doc?: { doc?: string };
    symbols?: { name: string; declarations: Declaration[] }[];
  }>;
}

interface Declaration {
  declarationKind: string;
  kind: string;
  location: { filename: string; line: number };
  jsDoc?: { doc?: string };
}

/**
 * Counts exported declarations and those with a doc comment. Overloads count one by one, class
 * members do not count, and a comment of tags alone is not a documentation.
 */
export function symbolFacts(
  run: ToolRun,
  entries: readonly string[],
  workspace: Workspace,
): SymbolFacts {
  if (!run.ended) return none(run.outcome, run.problem);
  if (run.code !== 0 || firstComplaint(run.stderr, workspace) !== undefined) {
    return none("error", failureOf(run.stderr, workspace));
  }
  const doc = parsedJson(run.stdout) as DocJson | undefined;
  if (doc === undefined) return none("error", "the documentation tool did not answer in JSON");
  if (doc.version !== 2) return none("error", `doc JSON version ${doc.version} is not known`);
  const facts: SymbolFacts = {
    outcome: "passed",
    total: 0,
    documented: 0,
    moduleDocs: [],
    undocumented: [],
  };
  for (const entry of entries) {
    const node = doc.nodes[fileUrl(`${workspace.sources}/${entry}`)];
    if (!node) return none("error", `the documentation tool left ${entry} out`);
    if (node.module_doc?.doc?.trim()) facts.moduleDocs.push(entry);
    for (const symbol of node.symbols ?? []) {
      for (const declaration of symbol.declarations) {
        if (declaration.declarationKind !== "export") continue;
        facts.total++;
        if (declaration.jsDoc?.doc?.trim()) facts.documented++;
        else if (facts.undocumented.length < FINDINGS_KEPT) {
          const { filename, line } = declaration.location;
          facts.undocumented.push({
            place: `${sourcePath(filename, workspace)}:${line + 1}`,
            message: `${declaration.kind} ${symbol.name} has no doc comment`,
          });
        }
      }
    }
  }
  return facts;
}

function none(outcome: "error" | "notRun", problem: string): SymbolFacts {
  return { outcome, problem, total: 0, documented: 0, moduleDocs: [], undocumented: [] };
}
