// No module is there beside the bundle while an extension is described.
import { answerMissing } from "../../bundle/missing_module.ts";

answerMissing();
