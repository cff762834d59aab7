import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** The number of formula cells, and the cells exported as CSV. */
export type Opened = { formulas: number; written: string };

const SHEET = { name: "fods", filter: "fods:OpenDocument Spreadsheet Flat XML" };
const AGAIN = { name: "txt", filter: "txt:Text - txt - csv (StarCalc):44,34,76,1,,0,true" };

/** With a separate profile; null if LibreOffice is not installed. */
export function setUpSpreadsheet() {
  if (spawnSync("soffice", ["--version"]).status !== 0) return null;
  const folder = mkdtempSync(join(tmpdir(), "latchkey-soffice-"));
  const profile = `-env:UserInstallation=file://${join(folder, "profile")}`;
  return {
    /** One run for each output format, because starting LibreOffice takes longer than reading the files. */
    open: (texts: string[], separator: string): Opened[] => {
      const here = join(folder, String(separator.charCodeAt(0)));
      rmSync(here, { recursive: true, force: true });
      mkdirSync(here);
      const files = texts.map((text, n) => {
        const file = join(here, `${n}.csv`);
        writeFileSync(file, text);
        return file;
      });
      // The separator, the quote character, the character set and the first line ("Filter options for CSV" in the
      // help).
      const reading = `--infilter=CSV:${separator.charCodeAt(0)},34,76,1`;
      for (const { filter } of [SHEET, AGAIN]) {
        const args = [profile, "--headless", reading, "--convert-to", filter, "--outdir", here, ...files];
        const run = spawnSync("soffice", args, { encoding: "utf8" });
        if (run.status !== 0) throw new Error(`soffice exited with ${run.status}: ${run.stderr}`);
      }
      const result = (n: number, { name }: { name: string }) => readFileSync(join(here, `${n}.${name}`), "utf8");
      return texts.map((_, n) => ({
        formulas: result(n, SHEET).split("table:formula=").length - 1,
        written: result(n, AGAIN),
      }));
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
