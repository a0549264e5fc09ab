export { type FactorContext, takeCode } from "./check.ts";
export {
  beginHold,
  cancelHold,
  cancelHoldByLink,
  currentFactors,
  endHoldByFactor,
  endHolds,
  holdOfLink,
} from "./hold.ts";
export { confirmTotp, type Offer, offerTotp } from "./enrol.ts";
export {
  beginPending,
  endPending,
  pendingUser,
  type RightPassword,
  tryPending,
} from "./pending_sign_in.ts";
export { dropUnusedCodes, removeFactors, removeTotp } from "./remove.ts";
export { replaceRecoveryCodes } from "./recovery_codes.ts";
