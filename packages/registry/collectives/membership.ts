import type { Role } from "@svc/core/role";

/** A collective as a policy decision saw it, with the caller's place in it. */
export interface Membership {
  collective: {
    id: string;
    slug: string;
    name: string;
    personal: boolean;
    private: boolean;
  };
  /** The caller's role; undefined for an outsider; `member` for the collective's own token. */
  role: Role | undefined;
}
