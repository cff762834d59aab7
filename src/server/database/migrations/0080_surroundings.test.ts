import { sql } from "kysely";
import { Migrator } from "kysely/migration";
import { describe, expect, test } from "vitest";
import type { Samples } from "#domain/property/samples.ts";
import type { Treasures } from "#domain/property/site-content.ts";
import { startingSamples, startingSite } from "../../property/starting-content.ts";
import { startingSurroundings } from "../../property/starting-surroundings.ts";
import { versionOf } from "../../runtime/version-of.ts";
import { createLogger } from "../../runtime/logger.ts";
import { engines, scratchDatabase } from "../../testing/engines.ts";
import { connectDatabase, type Db } from "../connect.ts";
import { migrate, migrations } from "./migrate.ts";

describe.each(engines)("surroundings of an earlier installation on %s", (engine) => {
  test.each([
    { name: "Kitul Hill Cottage", kept: [] },
    { name: "Moinho do Sul", kept: ["treasures", "map", "words"] },
  ])("$name: the hard-coded texts become content unchanged, and samples are marked", async ({ name, kept }) => {
    const scratch = await scratchDatabase(engine);
    const { db, close } = connectDatabase(scratch, createLogger("silent"));
    try {
      const early = Object.fromEntries(Object.entries(migrations(engine)).filter(([one]) => one < "0080"));
      const { error } = await new Migrator({ db, provider: { getMigrations: async () => early } }).migrateToLatest();
      expect(error).toBeUndefined();
      const attractions = [{ name: "Royal Botanical Gardens", imageUrl: "/pictures/own/1.jpg" }];
      await sql`insert into property (id, name, description, location, image_url, rate_cents, bedrooms, bathrooms, amenities,
        house_rules, local_attractions, wifi_password, check_in_instructions, time_zone, version)
        values (1, ${name}, 'd', 'l', 'i', 1, 1, 1, '[]', '[]', ${JSON.stringify(attractions)}, 'w', 'c', 'Asia/Colombo', 1)`.execute(
        db,
      );
      await migrate(db, engine);
      const [temple, gardens, trails] = startingSurroundings.treasures.items;
      const treasures: Treasures = await read(db, "treasures");
      expect(treasures.items).toEqual([temple, { ...gardens, imageUrl: "/pictures/own/1.jpg" }, trails]);
      expect(await read(db, "drawnMap")).toEqual(startingSurroundings.drawnMap);
      expect(await read(db, "pageTexts")).toEqual(startingSurroundings.pageTexts);
      const samples: Samples = await read(db, "samples");
      expect([samples.kept, samples.hidden]).toEqual([kept, []]);
      // The default content of a new installation is recognised in existing ones, too, except for texts that hosts have
      // had to review only since then: an update must not mark a live site as unfinished.
      const { tagline, facts } = startingSurroundings.pageTexts;
      const reviewedSince = [
        `hero: ${startingSite.hero.title}`,
        ...[tagline, ...facts].map((text) => `words: ${text}`),
      ];
      const { known } = startingSamples();
      expect(known.filter((one) => !samples.known.includes(one))).toEqual(reviewedSince.map(versionOf));
    } finally {
      await close();
      await scratch.remove();
    }
  });
});

async function read(db: Db, name: string) {
  const row = await db.selectFrom("site_content").select("value").where("name", "=", name).executeTakeFirstOrThrow();
  return JSON.parse(row.value);
}
