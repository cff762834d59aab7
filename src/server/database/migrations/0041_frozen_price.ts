import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";

/**
 * A booking stores its complete price. Price lines get a kind with parameters instead of an English label. Until now
 * there were two labels: one for nights at a single rate, and one for a total agreed with the host. Amounts do not
 * change.
 */
export const frozenPrice: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable("booking").addColumn("frozen_price", "text").execute();
    for (let after = ""; ;) {
      const { rows } = await sql<Row>`select id, price_lines, change_request from booking
        where id > ${after} order by id limit ${CHUNK}`.execute(db);
      for (const row of rows) await convert(db, row);
      const last = rows.at(-1);
      if (!last || rows.length < CHUNK) return;
      after = last.id;
    }
  },
};

const CHUNK = 1000;

type Row = { id: string; price_lines: string; change_request: string | null };
type OldLine = { label: string; quantity: number; unitCents: number; amountCents: number };
type OldRequest = { priceLines: OldLine[] } & Record<string, unknown>;

async function convert(db: Kysely<unknown>, { id, price_lines, change_request }: Row): Promise<void> {
  const lines: OldLine[] = JSON.parse(price_lines);
  const request: OldRequest | null = change_request === null ? null : JSON.parse(change_request);
  const newRequest = request && JSON.stringify({ ...request, priceLines: request.priceLines.map(withKind) });
  await sql`update booking set price_lines = ${JSON.stringify(lines.map(withKind))}, change_request = ${newRequest}
    where id = ${id}`.execute(db);
}

function withKind({ label, ...amounts }: OldLine) {
  const agreed = /^Agreed price for (\d+) nights?$/.exec(label);
  if (agreed) return { kind: "agreed", nights: Number(agreed[1]), ...amounts };
  return { kind: "nights", from: null, ...amounts };
}
