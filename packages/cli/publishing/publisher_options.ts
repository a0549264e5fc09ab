import type { NewPublisher, PublisherProvider } from "@svc/core/wire";
import type { OptionSpec } from "../frame/command.ts";
import { usage } from "../frame/parse.ts";

/** How the place of a provider's jobs is written on a command line. */
interface Place {
  provider: PublisherProvider;
  /** As help shows it. */
  value: string;
  /** The names that the parts between slashes are, where there are several; else it is one name. */
  names: readonly [string, ...string[]];
  pattern: RegExp;
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
  github: {
    kind: "text",
    value: PLACES.github.value,
    summary: "Trust jobs of GitHub Actions in this repository",
  },
  gitlab: {
    kind: "text",
    value: PLACES.gitlab.value,
    summary: "Trust jobs of GitLab CI in this project",
  },
  buildkite: {
    kind: "text",
    value: PLACES.buildkite.value,
    summary: "Trust jobs of this Buildkite pipeline",
  },
  circleci: {
    kind: "text",
    value: PLACES.circleci.value,
    summary: "Trust jobs of CircleCI for this repository; needs --id organization= and project=",
  },
  google: {
    kind: "text",
    value: PLACES.google.value,
    summary: "Trust what runs as this service account of Google Cloud",
  },
  issuer: {
    kind: "text",
    value: "<url>",
    summary: "Trust tokens of this issuer; with one of the above, that provider's own server",
  },
  claim: {
    kind: "list",
    value: "<name=value>",
    summary: "With --issuer: a claim that its tokens must have",
  },
  id: {
    kind: "list",
    value: "<name=value>",
    summary: "An id of the place that no other can get",
    defaultText: "learned at the first use",
  },
  workflow: {
    kind: "text",
    value: "<file>",
    summary: "File of the workflow, such as release.yml; CircleCI: the pipeline definition's id",
  },
  reusable: {
    kind: "text",
    value: "<owner/repository/path>",
    summary: "The one reusable workflow that may publish, with @<sha> behind it",
    defaultText: "none",
  },
  environment: { kind: "text", value: "<name>", summary: "Environment of the job" },
  ref: {
    kind: "text",
    value: "<rule>",
    summary: "any, protected, branch:<name> or tag:<name>, such as tag:v{version}",
  },
  event: {
    kind: "list",
    value: "<name>",
    summary: "What may start the job",
    defaultText: "what nobody from outside can start",
  },
  "self-hosted": { kind: "flag", summary: "Trust the provider's and your own machines" },
  "only-stage": {
    kind: "flag",
    summary: "It may stage versions, which people approve, and not publish them",
  },
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
  const ids = pairs("id", given.id);
  return {
    extension,
    provider: option === undefined ? "oidc" : PLACES[option].provider,
    ...(given.issuer === undefined ? {} : { issuer: issuer(given.issuer) }),
    names: option === undefined ? pairs("claim", given.claim) : names(option, given[option]!),
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

/** What the form of the registry's page is filled in with: a list is a name that comes again. */
export function publisherQuery(publisher: NewPublisher): URLSearchParams {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(publisher)) {
    if (typeof value === "string") query.append(name, value);
    else if (Array.isArray(value)) { for (const one of value) query.append(name, one); }
    else {for (const [field, text] of Object.entries(value ?? {})) {
        query.append(`${name}.${field}`, text);
      }}
  }
  return query;
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
