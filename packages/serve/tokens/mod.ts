export { type TokenCredentials, tokenCredentials, type TokenSurroundings } from "./credentials.ts";
export { listTokens } from "./find.ts";
export type { Minted } from "./mint.ts";
export {
  createToken,
  revokeToken,
  rotateToken,
  type Rotation,
  type TokenOrder,
} from "./operator.ts";
export {
  createLoginToken,
  livePrincipals,
  type LoginOrder,
  revokeByPrincipal,
  updatePrincipal,
} from "./people.ts";
export { removeEnded } from "./retention.ts";
export { TOKEN_TABLES } from "./tables.ts";
export { type Principal, type Token, type TokenState, tokenState } from "./token.ts";
export { type TokenView, tokenView } from "./view.ts";
