import type { Endpoint } from "../../access/endpoint/endpoint.ts";
import { deprecate, undeprecate } from "./life/deprecate.ts";
import { promote } from "./life/promote.ts";
import { rescore } from "./life/rescore.ts";
import { update } from "./life/update.ts";
import { unyank, unyankVersion, yank, yankVersion } from "./life/yank.ts";
import { entries, sealed } from "./logged/entries.ts";
import { proof } from "./logged/proof.ts";
import { listChanges } from "./mirror/changes.ts";
import { getDocument } from "./read/document.ts";
import { getProvenance } from "./read/get_provenance.ts";
import { announce } from "./publish/announce.ts";
import { confirm } from "./publish/confirm.ts";
import { checksum, download } from "./read/download.ts";
import { get, getLatest } from "./read/get.ts";
import { getScorecard } from "./read/get_scorecard.ts";
import { listVersions } from "./read/list_versions.ts";
import { search } from "./read/search.ts";
import { status } from "./read/status.ts";
import { accept, list } from "./transfer/accept.ts";
import { cancel, offer } from "./transfer/offer.ts";

/** The endpoints of publishing, reading and the life of extensions. */
export const EXTENSION_ENDPOINTS: readonly Endpoint[] = [
  announce,
  confirm,
  search,
  status,
  get,
  getLatest,
  listVersions,
  getScorecard,
  download,
  checksum,
  getProvenance,
  update,
  rescore,
  yank,
  yankVersion,
  unyank,
  unyankVersion,
  deprecate,
  undeprecate,
  promote,
  listChanges,
  getDocument,
  offer,
  cancel,
  list,
  accept,
  proof,
  entries,
  sealed,
];
