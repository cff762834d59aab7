import { type ChangeEvent, useState } from "react";
import { addDays } from "#domain/calendar/local-date.ts";
import { importNights, nightsToCsv } from "#domain/pricing/night-csv.ts";
import { downloadText } from "../../lib/csv.ts";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Section } from "../settings/section.tsx";
import { usePriceEditor } from "./editor.ts";

const YEAR = 365;

/** For hosts who bring their prices from elsewhere, or take them there. */
export function CsvTools() {
  const { prices, change, today } = usePriceEditor();
  const [told, setTold] = useState<{ ok: boolean; message: string } | null>(null);
  const read = async (event: ChangeEvent<HTMLInputElement>) => {
    const [file] = event.target.files ?? [];
    event.target.value = "";
    if (!file) return;
    const result = importNights(prices, await file.text());
    if (!result.ok) return setTold({ ok: false, message: result.message });
    change({ specialDates: result.document.specialDates });
    setTold({ ok: true, message: `${result.nights} nights were read. Look at the year, then save.` });
  };
  return (
    <Section title="A file of prices" about="One line for each night: date, price, minimum. 2027-07-01,180,3">
      <div className="flex flex-wrap items-center gap-4">
        <Button
          look="secondary"
          onClick={() => downloadText("prices.csv", nightsToCsv(prices, today, addDays(today, YEAR)))}
        >
          Export the next year
        </Button>
        <label htmlFor="prices-file" className="w-full min-w-0 space-y-1">
          <span className="block font-semibold">Import a file</span>
          <input
            id="prices-file"
            type="file"
            accept=".csv,text/csv,text/plain"
            onChange={(event) => void read(event)}
            className="block min-h-11 w-full min-w-0"
          />
        </label>
      </div>
      {told ? (
        <Notice look={told.ok ? "good" : "error"} className="mt-3">
          {told.message}
        </Notice>
      ) : null}
    </Section>
  );
}
