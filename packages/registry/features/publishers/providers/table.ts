import type { PublisherProvider } from "@svc/core/wire";
import { BUILDKITE } from "./buildkite.ts";
import { CIRCLECI } from "./circleci.ts";
import { GITHUB } from "./github.ts";
import { GITLAB } from "./gitlab.ts";
import { GOOGLE } from "./google.ts";
import { OIDC } from "./oidc.ts";
import type { Provider } from "./provider.ts";

/** Every provider; a test holds each to what its tokens say. */
export const PROVIDERS: Readonly<Record<PublisherProvider, Provider>> = {
  github: GITHUB,
  gitlab: GITLAB,
  buildkite: BUILDKITE,
  circleci: CIRCLECI,
  google: GOOGLE,
  oidc: OIDC,
};
