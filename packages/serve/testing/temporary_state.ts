import { temporaryFolder } from "../../runtime/testing/extension.ts";
import { DatabaseSync } from "node:sqlite";
import type { State } from "../state/open.ts";

/** A state in a folder of its own, with these tables; removed when disposed of. */
export interface TemporaryState extends AsyncDisposable {
  state: State;
  /** Opens it again, as another process does. */
  again(): State;
}

/** Makes one. */
export async function temporaryState(tables: readonly string[]): Promise<TemporaryState> {
  const stack = new AsyncDisposableStack();
  const { path } = stack.use(await temporaryFolder());
  const again = (): State => {
    const database = new DatabaseSync(`${path}/state.db`, { timeout: 5000 });
    stack.defer(() => database.isOpen ? database.close() : undefined);
    database.exec("PRAGMA journal_mode = wal");
    for (const table of tables) database.exec(table);
    return { folder: path, database, [Symbol.dispose]: () => database.close() };
  };
  return { state: again(), again, [Symbol.asyncDispose]: () => stack.disposeAsync() };
}
