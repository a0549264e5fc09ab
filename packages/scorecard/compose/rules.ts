import { LIMITS } from "@svc/core/limit";
import type { AuditedDependency, Finding } from "@svc/core/wire";
import type { SymbolFacts } from "../facts/facts.ts";
import { parseRepository } from "../verification/repository.ts";
import { judge, type Judgement, type Rules } from "./judgement.ts";

/** When each factor is earned (spec §2.6). */
export const RULES: Rules = {
  "has-readme": ({ fact }) =>
    fact(
      "readme",
      (readme) =>
        judge(readme !== null, "README.md", "there is no README at the root or under files/"),
    ),

  "readme-example": ({ fact }) =>
    fact("readme", (readme) =>
      judge(
        readme !== null && readme.codeBlocks >= 1,
        readme?.path ?? "README.md",
        readme ? "has no fenced code block" : "there is no README",
      )),

  "rich-readme": ({ fact }) =>
    fact("readme", (readme) => {
      const characters = LIMITS.readmeSubstantiveCharacters;
      const blocks = LIMITS.readmeSubstantiveBlocks;
      return judge(
        readme !== null && readme.characters >= characters && readme.codeBlocks >= blocks,
        readme?.path ?? "README.md",
        readme
          ? `has ${readme.characters} of ${characters} characters and ` +
            `${readme.codeBlocks} of ${blocks} fenced code blocks`
          : "there is no README",
      );
    }),

  "symbols-docs": ({ fact }) =>
    fact("symbols", (symbols) => {
      if (symbols.outcome !== "passed") return unknown(symbols, "entry points");
      const needed = LIMITS.documentedSymbolsPercent;
      if (mostDocumented(symbols, needed)) return PASSED;
      const missing = symbols.total - symbols.documented;
      return {
        outcome: "failed",
        findings: symbols.undocumented,
        more: missing - symbols.undocumented.length,
      };
    }),

  "fast-check": ({ fact }) =>
    fact("slowTypes", (slowTypes) => {
      if (slowTypes.outcome !== "passed") return unknown(slowTypes, "entry points");
      if (slowTypes.total === 0) return PASSED;
      return {
        outcome: "failed",
        findings: slowTypes.findings,
        more: slowTypes.total - slowTypes.findings.length,
      };
    }),

  description: ({ package: { description } }) =>
    judge((description ?? "").trim() !== "", "manifest.yaml description", "is empty"),

  // Spec §2.6: entries earn, and so does an empty list, which means every platform.
  platforms: () => PASSED,

  "has-license": ({ fact, package: { license } }) =>
    (license ?? "").trim() !== "" ? PASSED : fact("licenseFile", (file) =>
      judge(
        file !== null,
        "LICENSE",
        "there is no license file, and the extension names no license",
      )),

  "repository-verified": ({ package: { repository }, verification }) => {
    if (!repository) return judge(false, "manifest.yaml repository", "is not set");
    const parsed = parseRepository(repository);
    if ("problem" in parsed) return judge(false, repository, parsed.problem);
    if (!verification || verification.url !== repository) {
      return {
        outcome: "notRun",
        findings: [{ place: repository, message: "has not been checked yet" }],
      };
    }
    return {
      outcome: verification.outcome,
      findings: [{ place: repository, message: verification.reason }],
    };
  },

  "dependency-trust": ({ trust }) => ({
    outcome: trust.outcome,
    findings: trust.audited.flatMap(blockers),
  }),
};

const PASSED: Judgement = { outcome: "passed", findings: [] };

/** The reference rounds the ratio to four decimals before it compares. No symbols count as all. */
function mostDocumented({ total, documented }: SymbolFacts, percent: number): boolean {
  return total === 0 || Math.round((documented / total) * 10_000) >= percent * 100;
}

function unknown(
  { outcome, problem }: Pick<SymbolFacts, "outcome" | "problem">,
  place: string,
): Judgement {
  return { outcome, findings: [{ place, message: problem ?? "could not be examined" }] };
}

function blockers(dependency: AuditedDependency): Finding[] {
  const place = `${dependency.registry}:${dependency.name}@${dependency.version}`;
  return dependency.blockers.map((message) => ({ place, message }));
}
