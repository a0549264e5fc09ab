import { LIMITS } from "@svc/core/limit";
import {
  PUBLISHER_PROVIDERS,
  type PublisherList,
  type PublisherProvider,
  type PublishingSetting,
} from "@svc/core/wire";
import { Field, Select, TextArea } from "@svc/http/page";
import type { TrustedIssuer } from "../issuers.ts";
import { PROVIDERS } from "../providers/mod.ts";
import { idField, providerIn } from "./form.ts";
import { PublisherRow } from "./row.tsx";
import { Rows } from "../../../platform/web/components/rows.tsx";

interface PublisherSectionProps extends PublisherList {
  slug: string;
  /** Whose tokens are trusted here. */
  issuers: readonly TrustedIssuer[];
  /** What a field of the form shows. */
  value(name: string, otherwise?: string): string;
  /** What is wrong with a refused form, by field. */
  errors?: Readonly<Record<string, string>> | undefined;
  /** True when the form was refused, or an address has filled it in. */
  open: boolean;
  /** Address of the settings. */
  base: string;
  now: Date;
}

const SETTING_WORDS: Readonly<Record<PublishingSetting, string>> = {
  any: "Whoever may push",
  trusted: "Trusted publishers only",
};

/** The trusted publishers of a collective, the form that adds one, and who else may publish. */
export function PublisherSection(props: PublisherSectionProps) {
  const { publishers, base, now } = props;
  return (
    <>
      <p>
        Jobs in CI that publish without a stored key.{" "}
        <a href="/docs/trusted-publishing">Read what they are bound to</a>. One that is not used for
        {" "}
        {LIMITS.unusedPublisherDays} days ends.
      </p>
      <Rows
        rows={publishers.map((each) => <PublisherRow publisher={each} base={base} now={now} />)}
      />
      <details open={props.open || publishers.length === 0}>
        <summary>Add a publisher</summary>
        <PublisherForm {...props} />
      </details>
      <h2>Who may publish</h2>
      <SettingForm {...props} />
    </>
  );
}

function PublisherForm({ base, slug, issuers, value, errors = {} }: PublisherSectionProps) {
  const provider = providerIn({ get: (name) => value(name) });
  const { names, ids, idsGiven, parts, workflow, defaults, refRules } = PROVIDERS[provider];
  const trusted = issuers.filter((each) => each.provider === provider).map(({ url }) => url);
  // One that an address names is shown, trusted or not: another would be another place of that name.
  const open = [...new Set([...trusted, value("issuer")])].filter((url) => url !== "");
  const text = (name: string, label: string, more: Partial<Parameters<typeof Field>[0]> = {}) => (
    <Field
      name={name}
      label={label}
      value={value(name)}
      error={errors[name]}
      autocomplete="off"
      maxlength={255}
      {...more}
    />
  );
  return (
    <form class="form sheet" method="post" action={`${base}/create-publisher`}>
      <ProviderLinks base={base} provider={provider} extension={value("extension")} />
      <input type="hidden" name="provider" value={provider} />
      {text("extension", "Extension", {
        value: value("extension", `@${slug}/`),
        hint: "It need not exist yet: the first push creates it.",
        required: true,
      })}
      {open.length < 2 ? null : (
        <Select
          name="issuer"
          label="Issuer"
          options={open.map((url) => [url, url])}
          value={value("issuer", trusted[0])}
          error={errors["issuer"]}
        />
      )}
      {names === "claims"
        ? (
          <>
            <TextArea
              name="claims"
              label="Claims"
              hint="One a line, as claim=value. Each must be exactly so in the token."
              value={value("claims")}
              error={errors["claims"]}
              rows={4}
              spellcheck={false}
            />
            {text("id", "Claim that never changes hands", {
              hint: "As claim=value, for example project_uid=74.",
              required: true,
            })}
          </>
        )
        : names.map(({ name, title, example }) =>
          text(name, title, { hint: `For example ${example}.`, required: true })
        )}
      {names !== "claims" && idsGiven && (
        ids.map(({ name, title }) => text(idField(name), title, { required: true }))
      )}
      {workflow === undefined ? null : text("workflow", workflow.title, {
        hint: `For example ${workflow.example}.`,
        required: true,
      })}
      {parts.has("environment") && (
        text("environment", "Environment", {
          hint: "The job must run in it. Empty: in any, or none.",
        })
      )}
      {refRules.length === 1 ? null : text("ref", "Branch or tag", {
        value: value("ref", defaults.refRule),
        hint: `${
          refRules.map((kind) => REF_WORDS[kind]).join(", ")
        }. With {version} a tag publishes the version that it names.`,
      })}
      {parts.has("events") && (
        text("events", "Events", {
          value: value("events", defaults.events.join(", ")),
          hint: defaults.events.length === 0
            ? "What may start the job. Empty: whatever strangers cannot start."
            : "What may start the job.",
        })
      )}
      {parts.has("reusable") && (
        text("reusable", "Reusable workflow", {
          hint: "If the steps are in another workflow: " +
            "owner/repository/.github/workflows/FILE.yml, with @ and a commit.",
        })
      )}
      {parts.has("runner") && (
        <Select
          name="runner"
          label="Runner"
          options={[["hosted", "The host's own machines"], ["any", "Any"]]}
          value={value("runner", defaults.runnerRule)}
          error={errors["runner"]}
        />
      )}
      <Select
        name="may"
        label="May"
        options={[["push", "Publish"], ["stage", "Only stage"], [
          "push,stage",
          "Publish and stage",
        ]]}
        value={value("may", "push")}
        error={errors["may"]}
      />
      <button type="submit" class="primary">Add publisher</button>
    </form>
  );
}

const REF_WORDS = {
  any: "any",
  protected: "protected",
  branch: "branch:main",
  tag: "tag:v{version}",
} as const;

/** Each provider's form is a page of its own, so that none of them needs scripts. */
function ProviderLinks({ base, provider, extension }: {
  base: string;
  provider: PublisherProvider;
  extension: string;
}) {
  return (
    <nav class="buttons" aria-label="Provider">
      {PUBLISHER_PROVIDERS.map((each) => (
        <a
          class="button"
          href={`${base}/publishers?${new URLSearchParams({ provider: each, extension })}`}
          aria-current={each === provider ? "true" : undefined}
        >
          {PROVIDERS[each].title}
        </a>
      ))}
    </nav>
  );
}

function SettingForm(
  { base, publishing, extensions, publishers, value, errors = {} }: PublisherSectionProps,
) {
  const stricter = Object.entries(extensions);
  return (
    <form class="form sheet" method="post" action={`${base}/set-publishing`}>
      <p>
        In the whole collective: {SETTING_WORDS[publishing].toLowerCase()}.{" "}
        {stricter.length === 0 ? null : stricter.map(([name, own]) => (
          <>
            {name}: {SETTING_WORDS[own].toLowerCase()}.{" "}
          </>
        ))}
        {publishers.length === 0 && (
          "There is no publisher: with trusted publishers only, nobody could publish."
        )}
      </p>
      <Select
        name="publishing"
        label="Who may publish"
        options={Object.entries(SETTING_WORDS)}
        value={value("publishing", publishing)}
        error={errors["publishing"]}
      />
      <Field
        name="only"
        label="Extension"
        hint="Empty: the whole collective. The stricter of the two settings holds."
        value={value("only")}
        error={errors["only"]}
        autocomplete="off"
        maxlength={255}
      />
      <button type="submit">Save</button>
    </form>
  );
}
