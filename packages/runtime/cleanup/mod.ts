export { removeAbandonedDaily } from "./daily.ts";
