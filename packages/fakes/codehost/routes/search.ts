import {
  asked,
  type Call,
  encodedPath,
  invalid,
  levelOf,
  pagedAs,
  Refusal,
  type Repository,
  type Routes,
  shownTo,
} from "../call/mod.ts";
import { issueShape } from "../issue/mod.ts";
import type { Issue, Project } from "../state/mod.ts";
import { shownAll } from "./repositories.ts";

/** A search gives no more than that. */
const MOST_RESULTS = 1000;

/** The searches of issues, code and repositories. Text that is not in quotation marks has to occur as it is. */
export const searchRoutes: Routes = {
  "GET /search/issues": (call) => {
    const { text, qualifiers } = parsed(call);
    const wanted = call.state.projects.all()
      .filter(({ owner, name }) => isWithin(qualifiers, `${owner}/${name}`))
      .filter((project) => levelOf(call.state, project, call.login) !== "none")
      .flatMap((project) => call.state.issues.changed(project))
      .filter((issue) => isFound(issue, text, qualifiers))
      .toSorted((a, b) => b.id - a.id);
    const items = wanted.map((issue) => {
      const { body, ...rest } = issueShape(call, issue);
      // Alone, an issue without a text has null there; found, it has nothing.
      return { ...rest, ...body !== null && { body }, score: 1 };
    });
    return found(call, items, { search_type: "lexical" });
  },

  "GET /search/code": async (call) => {
    const { text, qualifiers } = parsed(call);
    if (text === "") throw invalid([{ resource: "Search", field: "q", code: "missing" }]);
    const files: object[] = [];
    for (const project of call.state.projects.all()) {
      if (!isWithin(qualifiers, `${project.owner}/${project.name}`)) continue;
      files.push(...await codeOf(call, project, text, qualifiers));
    }
    return found(call, files, {});
  },

  "GET /search/repositories": (call) => {
    const { text, qualifiers } = parsed(call);
    const list = shownAll(call, call.state.projects.all()).filter((one) =>
      one.full_name.includes(text) &&
      [...qualifiers].every(([name, value]) => isSuch(one, name, value))
    );
    const sign = asked(call, "order") === "asc" ? 1 : -1;
    const sorted = asked(call, "sort") === "stars"
      ? list.toSorted((a, b) => sign * (a.stargazers_count - b.stargazers_count))
      : list;
    return found(call, sorted.map((one) => ({ score: 1, ...one })), {});
  },
};

/** Whether a repository is what one qualifier asks for. */
function isSuch({ language, created_at }: Repository, name: string, value: string): boolean {
  if (name === "language") return language?.toLowerCase() === value.toLowerCase();
  const since = name === "created" ? /^>=(\d{4}-\d{2}-\d{2})$/.exec(value)?.[1] : undefined;
  if (since === undefined) throw new Error(`the stand-in does not read '${name}:${value}'`);
  return created_at >= since;
}

/** Whether an issue is what a search asks for. */
function isFound(issue: Issue, text: string, qualifiers: URLSearchParams): boolean {
  const is = qualifiers.getAll("is").concat(qualifiers.getAll("type"));
  const state = qualifiers.get("state");
  const same = (name: string, ...values: string[]) =>
    qualifiers.getAll(name).every((wanted) =>
      values.some((value) => value.toLowerCase() === wanted.toLowerCase())
    );
  return `${issue.title}\n${issue.body ?? ""}`.toLowerCase().includes(text.toLowerCase()) &&
    !(is.includes("issue") && issue.pull) && !(is.includes("pr") && !issue.pull) &&
    [state, ...is].every((one) =>
      one !== "open" && one !== "closed" || (one === "open") === issue.open
    ) &&
    same("label", ...issue.labels.map(({ name }) => name)) && same("author", issue.author) &&
    same("assignee", ...issue.assignees);
}

/** A query's text, and its qualifiers in order. */
interface Query {
  text: string;
  qualifiers: URLSearchParams;
}

/** @throws Refusal 422 for a search without a query */
function parsed(call: Call): Query {
  const query = asked(call, "q")?.trim() ?? "";
  if (query === "") throw invalid([{ resource: "Search", field: "q", code: "missing" }]);
  const qualifiers = new URLSearchParams();
  const words: string[] = [];
  for (const [token] of query.matchAll(/(?:[a-z]+:)?(?:"[^"]*"|[^\s"]+)/gi)) {
    const qualifier = /^([a-z]+):"?([^"]+)"?$/i.exec(token);
    if (qualifier) qualifiers.append(qualifier[1]!.toLowerCase(), qualifier[2]!);
    else words.push(token.replaceAll('"', ""));
  }
  return { text: words.join(" "), qualifiers };
}

/** Whether a repository is in one of the places that a query names; without any, all are. */
function isWithin(qualifiers: URLSearchParams, address: string): boolean {
  const [owner, name] = address.toLowerCase().split("/").slice(-2);
  const places = [...qualifiers].filter(([key]) => ["repo", "org", "user"].includes(key));
  return places.length === 0 ||
    places.some(([key, value]) =>
      key === "repo" ? value.toLowerCase() === `${owner}/${name}` : value.toLowerCase() === owner
    );
}

/** Files of the default branch that hold the text. */
async function codeOf(
  call: Call,
  project: Project,
  text: string,
  qualifiers: URLSearchParams,
): Promise<object[]> {
  const repository = shownTo(call, project);
  if (!repository) return [];
  const branch = `refs/heads/${repository.default_branch}`;
  const grep = ["grep", "-l", "-z", "-i", "-F", "-I", "-e", text, branch];
  const { code, stdout, stderr } = await project.git.run(grep);
  if (code > 1) throw new Error(`git grep: ${stderr}`);
  const paths = new TextDecoder().decode(stdout).split("\0").filter((path) => path !== "")
    .map((path) => path.slice(branch.length + 1))
    .filter((path) => isWanted(path, qualifiers));
  return await Promise.all(paths.map(async (path) => {
    const sha = await project.git.text(["rev-parse", `${branch}:${path}`]);
    const encoded = encodedPath(path);
    return {
      name: path.split("/").at(-1)!,
      path,
      sha,
      url: `${repository.url}/contents/${encoded}?ref=${repository.default_branch}`,
      git_url: `${repository.url}/git/blobs/${sha}`,
      html_url: `${repository.html_url}/blob/${repository.default_branch}/${encoded}`,
      repository,
      score: 1,
    };
  }));
}

/** How files of some languages end. */
const ENDINGS: Readonly<Record<string, string>> = { typescript: ".ts", markdown: ".md" };

function isWanted(path: string, qualifiers: URLSearchParams): boolean {
  const below = qualifiers.get("path");
  const language = qualifiers.get("language")?.toLowerCase();
  if (language !== undefined && ENDINGS[language] === undefined) {
    throw new Error(`the stand-in does not know the language ${language}`);
  }
  return (below === null || path === below || path.startsWith(`${below.replace(/\/$/, "")}/`)) &&
    (language === undefined || path.endsWith(ENDINGS[language]!));
}

/**
 * A page of what a search found.
 *
 * @throws Refusal 422 behind the last result that a search gives
 */
function found(call: Call, all: readonly object[], more: object): Response {
  const page = Number(asked(call, "page") ?? 1);
  const size = Number(asked(call, "per_page") ?? 30);
  if ((page - 1) * size >= MOST_RESULTS) {
    throw new Refusal(422, `Only the first ${MOST_RESULTS} search results are available`);
  }
  const counted = { total_count: all.length, incomplete_results: false, ...more };
  return pagedAs(call, "items", all.slice(0, MOST_RESULTS), undefined, counted);
}
