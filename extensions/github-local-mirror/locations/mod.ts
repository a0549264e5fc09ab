/** Where a mirror is on the disk, what it follows, and who may change it. */
export { checkedAddress } from "./address.ts";
export { lockMirror } from "./lock.ts";
export { type Locations, openLocations } from "./locations.ts";
