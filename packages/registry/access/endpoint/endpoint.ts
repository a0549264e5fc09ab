import type { PolicyKey } from "@svc/core/policy";
import {
  type Asked,
  type Endpoint as OneEndpoint,
  endpointsOf,
  type Input,
} from "@svc/http/endpoint";
import type { Principal } from "../credential/principal.ts";
import type { CachePolicy } from "../response_cache/mod.ts";
import type { Membership } from "../membership/membership.ts";
import type { VisibleExtension } from "../extension/visible.ts";
import type { Services } from "../services.ts";

/** A request that its policy row lets through to a handler. */
export interface Admission {
  principal: Principal;
  /**
   * The collective of the row's `{slug}`, already found visible, and the caller's role in it;
   * absent on rows without one.
   */
  membership?: Membership;
  /** The extension that the row's `{name}` names and the caller may change; absent elsewhere. */
  extension?: VisibleExtension;
}

/** What a handler receives beside the request and its checked input. */
export interface Admitted extends Admission {
  services: Services;
  /** Sets a response header. */
  header(name: string, value: string): void;
  /**
   * Does it now, and again each time the answer is sent without the handler; not for HEAD. It is told
   * who gets the answer, which may have been made for a stranger.
   */
  eachTime(act: (caller: Principal) => void): void;
}

/** What a handler receives. */
export type Call = Admitted & Asked & Input;

/** What an endpoint of the registry says beyond those of other servers. */
interface Keeping {
  /** That the answer to a stranger may be cached, and what ends it; never, unless said. */
  cache?: CachePolicy;
}

/** One endpoint of the registry; its row is the one of the policy table. */
export type Endpoint = OneEndpoint<PolicyKey, Admitted> & Keeping;

/** Defines an endpoint of the registry. */
export const defineEndpoint = endpointsOf<PolicyKey, Admitted, Keeping>();
