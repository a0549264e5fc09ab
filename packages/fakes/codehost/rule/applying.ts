import type { Project, Rule, Ruleset, State } from "../state/mod.ts";

/** The rules that hold for a branch or tag, by its full name. */
export async function rulesOf(
  { rulesets }: Pick<State, "rulesets">,
  project: Project,
  name: string,
): Promise<{ rule: Rule; ruleset: Ruleset }[]> {
  const target = name.startsWith("refs/tags/") ? "tag" : "branch";
  const active = rulesets.of(project).filter((one) =>
    one.enforcement === "active" && one.target === target
  );
  if (active.length === 0) return [];
  const { stdout } = await project.git.run(["symbolic-ref", "HEAD"]);
  const isDefault = new TextDecoder().decode(stdout).trim() === name;
  const matches = (pattern: string) =>
    pattern === "~ALL" || (pattern === "~DEFAULT_BRANCH" ? isDefault : glob(pattern).test(name));
  return active.filter(({ include, exclude }) => include.some(matches) && !exclude.some(matches))
    .flatMap((ruleset) => ruleset.rules.map((rule) => ({ rule, ruleset })));
}

/** `*` stands for anything but a slash, `**` for anything. */
function glob(pattern: string): RegExp {
  const parts = pattern.split(/(\*\*?)/).map((part) =>
    part === "**" ? ".*" : part === "*" ? "[^/]*" : RegExp.escape(part)
  );
  return new RegExp(`^${parts.join("")}$`);
}
