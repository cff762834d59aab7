import { type ChangeEvent, useState } from "react";
import { addDays } from "#domain/calendar/local-date.ts";
import { importNights, nightsToCsv } from "#domain/pricing/night-csv.ts";
import { counted } from "#domain/text/counted.ts";
import { downloadText } from "../../lib/csv.ts";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Section } from "../settings/section.tsx";
import { usePriceEditor } from "./editor.ts";

const YEAR = 365;

export function CsvTools() {
  const { prices, change, today } = usePriceEditor();
  const [outcome, setOutcome] = useState<{ ok: boolean; message: string } | null>(null);
  const read = async (event: ChangeEvent<HTMLInputElement>) => {
    const [file] = event.target.files ?? [];
    event.target.value = "";
    if (!file) return;
    const result = importNights(prices, await file.text());
    if (!result.ok) return setOutcome({ ok: false, message: result.message });
    change({ specialDates: result.document.specialDates });
    setOutcome({ ok: true, message: `We read ${counted(result.nights, "night")}. Check “The year” above, then save.` });
  };
  return (
    <Section
      title="Prices as a file"
      about="One line per night: date, price, minimum stay. For example: 2027-07-01,180,3"
    >
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
      {outcome ? (
        <Notice look={outcome.ok ? "good" : "error"} className="mt-3">
          {outcome.message}
        </Notice>
      ) : null}
    </Section>
  );
}
