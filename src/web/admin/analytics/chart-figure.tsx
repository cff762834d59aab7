import { Download } from "../../ui/later-icons.tsx";
import { type ReactNode, useId } from "react";
import { toCsv } from "#domain/spreadsheet/csv.ts";
import { downloadText } from "../../lib/csv.ts";
import { Button } from "../../ui/button.tsx";

/** The CSV file contains `value`; the screen shows `text` or, if there is no `text`, `value`. */
export type Column<Row> = {
  title: string;
  value: (row: Row) => string | number | null;
  text?: (row: Row) => ReactNode;
};

type Props<Row> = {
  title: string;
  meaning: string;
  rows: Row[];
  columns: Column<Row>[];
  rowKey: (row: Row) => string;
  fileName: string;
  controls?: ReactNode;
  children: ReactNode;
};

export function ChartFigure<Row>({ title, meaning, rows, columns, rowKey, fileName, controls, children }: Props<Row>) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="rounded-2xl border border-line bg-surface p-5">
      <h2 id={id} className="font-serif text-xl">
        {title}
      </h2>
      <figure className="space-y-4">
        <figcaption className="text-sm text-ink-soft">{meaning}</figcaption>
        {rows.length === 0 ? (
          <p className="py-6 text-lg">No data yet</p>
        ) : (
          <>
            {controls}
            {children}
            <div className="flex flex-wrap items-start justify-between gap-2 border-t border-line pt-2">
              <details className="min-w-0 flex-1">
                <summary className="inline-flex min-h-11 cursor-pointer items-center font-semibold underline">
                  View as table
                </summary>
                <DataTable title={title} rows={rows} columns={columns} rowKey={rowKey} />
              </details>
              <Button look="quiet" className="px-3" onClick={() => downloadTable(fileName, columns, rows)}>
                <Download className="size-5" />
                CSV<span className="sr-only"> of {title}</span>
              </Button>
            </div>
          </>
        )}
      </figure>
    </section>
  );
}

export function downloadTable<Row>(fileName: string, columns: Column<Row>[], rows: Row[]): void {
  const titles = columns.map(({ title }) => title);
  downloadText(fileName, toCsv([titles, ...rows.map((row) => columns.map(({ value }) => value(row)))]));
}

type TableProps<Row> = { title: string; rows: Row[]; columns: Column<Row>[]; rowKey: (row: Row) => string };

export function DataTable<Row>({ title, rows, columns, rowKey }: TableProps<Row>) {
  return (
    // A wide table scrolls, and scrolling by keyboard requires focus.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div role="region" aria-label={`${title}, table`} tabIndex={0} className="relative overflow-x-auto">
      <table className="w-full text-left text-sm">
        <thead>
          <tr className="border-b border-line-strong">
            {columns.map((column) => (
              <th key={column.title} scope="col" className="py-2 pr-4 font-semibold whitespace-nowrap">
                {column.title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={rowKey(row)} className="border-b border-line">
              {columns.map((column) => (
                <td key={column.title} className="py-2 pr-4 tabular-nums">
                  {column.text ? column.text(row) : (column.value(row) ?? "No data yet")}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
