import type { Role } from "@svc/core/role";

/** A collective as a policy decision saw it, with the caller's place in it. */
export interface Membership {
  collective: {
    id: string;
    slug: string;
    name: string;
    personal: boolean;
    private: boolean;
    requiresSecondFactor: boolean;
  };
  /** The caller's role; undefined for an outsider; `member` for the collective's own token. */
  role: Role | undefined;
}

/** The collective of a call whose row has a `{slug}`: there the guard always finds one. */
export function membershipOf(call: { membership?: Membership | undefined }): Membership {
  if (call.membership === undefined) throw new Error("the row names no collective");
  return call.membership;
}
