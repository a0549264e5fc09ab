export { TEST_NAME } from "../extension/sources/types_module.ts";
export { MOVED_TESTS, movedTestNames } from "./moved_names.ts";
export { KIT_FOLDER, KIT_IMPORTS, writeKit } from "./write.ts";
