/** Runs the migrations, and kills its own process before the n-th statement. */
import { migrate } from "#server/database/migrations/migrate.ts";
import { connectDatabase } from "#server/database/connect.ts";
import { createLogger } from "#server/runtime/logger.ts";
import { type KyselyPlugin } from "kysely";

const [target = "{}", dieAt] = process.argv.slice(2);
let statements = 0;
const counting: KyselyPlugin = {
  transformQuery: ({ node }) => {
    statements += 1;
    if (statements === Number(dieAt)) process.kill(process.pid, "SIGKILL");
    return node;
  },
  transformResult: async ({ result }) => result,
};
const { db, engine, close } = connectDatabase(JSON.parse(target), createLogger("silent"));
await migrate(db.withPlugin(counting), engine);
await close();
process.send?.(statements, () => process.exit(0));
