import type { NewPublisher, PublisherProvider } from "@svc/core/wire";
import { flag, list, type OptionSpec, text } from "../frame/command.ts";
import { usage } from "../frame/parse.ts";

/** How the place of a provider's jobs is written on a command line. */
interface Place {
  provider: PublisherProvider;
  /** As help shows it. */
  value: string;
  /** The names that the parts between slashes are, where there are several; else it is one name. */
  names: readonly [string, ...string[]];
  pattern: RegExp;
  /** Ids that are given; those of other providers are learned at the first use. */
  ids?: readonly string[];
}

/** The options that name a place, of which a publisher has one (trust 2.6). */
const PLACES = {
  github: {
    provider: "github",
    value: "<owner/repository>",
    names: ["repository"],
    pattern: /^[\w.-]+\/[\w.-]+$/,
  },
  gitlab: {
    provider: "gitlab",
    value: "<group/project>",
    names: ["project"],
    pattern: /^[\w.-]+(?:\/[\w.-]+)+$/,
  },
  buildkite: {
    provider: "buildkite",
    value: "<organization/pipeline>",
    names: ["organization", "pipeline"],
    pattern: /^[^\s/]+\/[^\s/]+$/,
  },
  circleci: {
    provider: "circleci",
    value: "<host/owner/repository>",
    names: ["origin"],
    pattern: /^[^\s/:]+(?:\/[^\s/]+)+$/,
    ids: ["organization", "project"],
  },
  google: {
    provider: "google",
    value: "<service account>",
    names: ["email"],
    pattern: /^[^\s@]+@[^\s@]+$/,
  },
} as const satisfies Readonly<Record<string, Place>>;

/** The options of a command that names a publisher. */
export const PUBLISHER_OPTIONS = {
  github: text(PLACES.github.value, "Trust jobs of GitHub Actions in this repository"),
  gitlab: text(PLACES.gitlab.value, "Trust jobs of GitLab CI in this project"),
  buildkite: text(PLACES.buildkite.value, "Trust jobs of this Buildkite pipeline"),
  circleci: text(PLACES.circleci.value, "Trust jobs of CircleCI for this repository"),
  google: text(PLACES.google.value, "Trust what runs as this service account of Google Cloud"),
  issuer: text(
    "<url>",
    "Trust tokens of this issuer; with one of the above, that provider's own server",
  ),
  claim: list("<name=value>", "With --issuer: a claim that its tokens must have"),
  id: list(
    "<name=value>",
    "With --circleci and --issuer: an id of the place, which no other can get",
  ),
  workflow: text(
    "<file>",
    "File of the workflow, such as release.yml; CircleCI: the pipeline definition's id",
  ),
  reusable: text(
    "<owner/repository/path>",
    "The one reusable workflow that may publish, with @<sha> behind it",
    { defaultText: "none" },
  ),
  environment: text("<name>", "Environment of the job"),
  ref: text("<rule>", "any, protected, branch:<name> or tag:<name>, such as tag:v{version}"),
  event: list("<name>", "What may start the job", {
    defaultText: "what nobody from outside can start",
  }),
  "self-hosted": flag("Trust the provider's and your own machines"),
  "only-stage": flag("It may stage versions, which people approve, and not publish them"),
} as const satisfies Record<string, OptionSpec>;

type Given = {
  readonly [K in keyof typeof PUBLISHER_OPTIONS]: (typeof PUBLISHER_OPTIONS)[K]["kind"] extends
    "flag" ? boolean
    : (typeof PUBLISHER_OPTIONS)[K]["kind"] extends "list" ? readonly string[]
    : string | undefined;
};

/**
 * The publisher that a command line describes.
 *
 * @throws SvcError `usage` where it names no place, several, or one that is written wrongly
 */
export function publisherFrom(extension: string, given: Given): NewPublisher {
  const places = (Object.keys(PLACES) as (keyof typeof PLACES)[])
    .filter((option) => given[option] !== undefined);
  const options = Object.keys(PLACES).map((option) => `--${option}`).join(", ");
  if (places.length > 1) throw usage(`Only one of ${options} can be used`);
  const [option] = places;
  if (option === undefined && given.issuer === undefined) {
    throw usage(`One of ${options} or --issuer is needed`, [
      "For example: svc publisher add @acme/tool --github acme/tool --workflow release.yml",
    ]);
  }
  if (option !== undefined && given.claim.length > 0) {
    throw usage(`--claim cannot be used with --${option}`);
  }
  const from = given.issuer === undefined ? {} : { issuer: issuer(given.issuer) };
  const named = option === undefined ? pairs("claim", given.claim) : names(option, given[option]!);
  const ids = idsOf(option, given.id);
  return {
    extension,
    provider: option === undefined ? "oidc" : PLACES[option].provider,
    ...from,
    names: named,
    ...(Object.keys(ids).length === 0 ? {} : { ids }),
    ...(given.workflow === undefined ? {} : { workflow: given.workflow }),
    ...(given.reusable === undefined ? {} : { reusable: given.reusable }),
    ...(given.environment === undefined ? {} : { environment: given.environment }),
    ...(given.ref === undefined ? {} : { refRule: refRule(given.ref) }),
    ...(given.event.length === 0 ? {} : { events: [...given.event] }),
    ...(given["self-hosted"] ? { runnerRule: "any" as const } : {}),
    ...(given["only-stage"] ? { actions: ["stage" as const] } : {}),
  };
}

function idsOf(option: keyof typeof PLACES | undefined, given: readonly string[]) {
  const ids = pairs("id", given);
  const names = Object.keys(ids);
  if (option === undefined) {
    if (names.length === 1) return ids;
    throw usage("With --issuer one --id is needed: a claim that no other place can get");
  }
  const { ids: wanted = [] }: Place = PLACES[option];
  if (wanted.length === 0 && names.length > 0) {
    throw usage(`--id cannot be used with --${option}: its ids are learned at the first use`);
  }
  if (names.toSorted().join() === wanted.toSorted().join()) return ids;
  throw usage(`--${option} needs ${wanted.map((name) => `--id ${name}=<id>`).join(" and ")}`);
}

/** What the form of the registry's page is filled in with, by the names of its fields. */
export function publisherQuery(publisher: NewPublisher): URLSearchParams {
  const { extension, provider, issuer, names, ids = {}, workflow, reusable, environment } =
    publisher;
  const { refRule, events, runnerRule, actions } = publisher;
  const lines = (claims: Readonly<Record<string, string>>) =>
    Object.entries(claims).map(([name, value]) => `${name}=${value}`).join("\n");
  const fields = {
    provider,
    extension,
    issuer,
    ...(provider === "oidc" ? { claims: lines(names), id: lines(ids) } : {
      ...names,
      ...Object.fromEntries(Object.entries(ids).map(([name, id]) => [`${name}Id`, id])),
    }),
    workflow,
    reusable,
    environment,
    ref: refRule,
    events: events?.join(", "),
    runner: runnerRule,
    may: actions?.join(","),
  };
  return new URLSearchParams(
    Object.entries(fields).flatMap(([name, value]) => value === undefined ? [] : [[name, value]]),
  );
}

function names(option: keyof typeof PLACES, text: string): Record<string, string> {
  const { names, pattern, value }: Place = PLACES[option];
  if (!pattern.test(text)) throw usage(`--${option} is ${value}, and '${text}' is not`);
  if (names.length === 1) return { [names[0]]: text };
  return Object.fromEntries(text.split("/").map((part, index) => [names[index]!, part]));
}

function pairs(option: string, given: readonly string[]): Record<string, string> {
  return Object.fromEntries(given.map((text) => {
    const [, name, value] = /^([^=\s]+)=(.+)$/s.exec(text) ?? [];
    if (name === undefined || value === undefined) {
      throw usage(`--${option} is <name>=<value>, and '${text}' is not`);
    }
    return [name, value];
  }));
}

function issuer(text: string): string {
  const url = URL.parse(text);
  if (url !== null && /^https?:$/.test(url.protocol) && url.search === "" && url.hash === "") {
    // To the letter: a slash more is another issuer.
    return text;
  }
  throw usage(`--issuer is the address that tokens name as theirs, and '${text}' is none`);
}

function refRule(text: string): string {
  if (/^(?:any|protected|(?:branch|tag):\S+)$/.test(text)) return text;
  throw usage(`--ref is any, protected, branch:<name> or tag:<name>, and '${text}' is not`);
}
