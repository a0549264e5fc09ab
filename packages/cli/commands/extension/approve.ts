import { decideCommand } from "../../extension/decide_staged.ts";

export default decideCommand("approve");
