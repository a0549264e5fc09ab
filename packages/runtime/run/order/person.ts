import type { Admission } from "../../consent/admission/admit.ts";
import type { Share } from "../../datastores/session/options.ts";
import type { OpenVaults } from "../calls/run_vaults.ts";

/** The person whose machine it is: what they grant for a run, and what of theirs it uses. */
export interface Person extends Admission {
  /** Opens the vaults of the repository, once something asks for one. */
  vaults?: OpenVaults | undefined;
  /** Does the work so that other machines see what it writes; it stays on this one without. */
  share?: Share | undefined;
}
