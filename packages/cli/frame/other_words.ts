/** What to suggest for a word that other tools have and svc has not. */
interface OtherWord {
  /** What svc calls it in a group that has one of these: the first of them is meant. */
  words: readonly string[];
  /** The commands that are meant where no group is typed. */
  alone?: readonly string[];
}

const REMOVE: OtherWord = { words: ["rm", "delete", "revoke"], alone: ["extension rm"] };
const CREATE: OtherWord = {
  words: ["init", "create", "add"],
  alone: ["extension init", "behavior create", "init"],
};
const SHOW: OtherWord = {
  words: ["info", "view", "get", "describe"],
  alone: ["extension info", "behavior get"],
};
const PULL: OtherWord = { words: ["pull", "add", "create"], alone: ["extension pull"] };
const PUSH: OtherWord = { words: ["push"], alone: ["extension push"] };
const OPEN: OtherWord = { words: ["open"], alone: ["extension open"] };
const STOP: OtherWord = { words: ["cancel", "pause"], alone: ["run cancel"] };
const PAUSE: OtherWord = { words: ["pause"] };
const RESUME: OtherWord = { words: ["resume"] };

/** Verbs of npm, cargo, gh, git, docker and others, and what svc calls them. */
const OTHER_WORDS: ReadonlyMap<string, OtherWord> = new Map(Object.entries({
  add: PULL,
  browse: OPEN,
  create: CREATE,
  del: REMOVE,
  delete: REMOVE,
  disable: PAUSE,
  diff: { words: ["outdated", "versions"], alone: ["extension outdated"] },
  docs: OPEN,
  download: PULL,
  enable: RESUME,
  exec: { words: ["run"], alone: ["behavior run"] },
  fetch: PULL,
  generate: CREATE,
  homepage: OPEN,
  install: { words: ["pull"], alone: ["extension pull", "extension install"] },
  kill: STOP,
  lint: { words: ["check", "validate"], alone: ["extension check"] },
  new: CREATE,
  publish: PUSH,
  release: PUSH,
  remove: REMOVE,
  rm: REMOVE,
  run: { words: ["run"], alone: ["behavior run"] },
  set: { words: ["put", "edit", "tag"], alone: ["vault put"] },
  show: SHOW,
  start: { words: ["run"], alone: ["behavior run"] },
  stop: STOP,
  suspend: PAUSE,
  trigger: { words: ["run"] },
  uninstall: REMOVE,
  unpause: RESUME,
  unpublish: { words: ["yank"], alone: ["extension yank"] },
  upgrade: { words: ["update"] },
  verify: { words: ["verify"], alone: ["data verify"] },
  view: SHOW,
}));

/** Groups of other tools, and what svc calls them. */
const OTHER_GROUPS: ReadonlyMap<string, string> = new Map(Object.entries({
  job: "run",
  org: "collective",
  organization: "collective",
  package: "extension",
  secret: "vault",
  secrets: "vault",
  workflow: "behavior",
}));

/** The commands or groups that are meant by words of other tools; empty when none of them is typed. */
export function meantByOthers(typed: readonly string[], paths: readonly string[]): string[] {
  const known = new Set(paths);
  const words = typed.map((word, index) => index === 0 ? OTHER_GROUPS.get(word) ?? word : word);
  let length = words.length;
  while (length > 0 && !known.has(words.slice(0, length).join(" "))) length--;
  const group = words.slice(0, length).join(" ");
  const other = OTHER_WORDS.get(words[length] ?? "");
  if (group === "") return (other?.alone ?? []).filter((path) => known.has(path));
  const meant = other?.words.map((last) => `${group} ${last}`).find((path) => known.has(path));
  if (meant !== undefined) return [meant];
  return words[0] === typed[0] ? [] : [group];
}

/** The commands that the first word means where it is not a group: `run site check`. */
export function meantAlone(typed: readonly string[], paths: readonly string[]): string[] {
  return (OTHER_WORDS.get(typed[0] ?? "")?.alone ?? []).filter((path) => paths.includes(path));
}
