import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { toLocalDate } from "#domain/calendar/local-date.ts";
import { toLocalTime } from "#domain/calendar/time-zone.ts";
import { earliestArrival } from "#domain/pricing/booking-notice.ts";
import { documentProblems } from "#domain/pricing/document-problems.ts";
import type { PriceDocument } from "#domain/pricing/price-document.ts";
import { createSellingCalendar } from "#domain/pricing/selling-calendar.ts";
import { pricesForGuests } from "#domain/pricing/special-price.ts";
import { statusOf } from "../api/client.ts";
import { undo } from "../api/content.ts";
import { pricesQuery, putPrices, type SavedPrices } from "../api/prices.ts";
import { Button } from "../ui/button.tsx";
import { Form } from "../ui/form.tsx";
import { NamedErrorSummary } from "./frame/named-error-summary.tsx";
import { Notice } from "../ui/notice.tsx";
import { toast } from "../ui/toast-store.ts";
import { textLinkClass } from "../ui/text-link.tsx";
import { afterFailure, fieldErrors, reasonOf } from "../lib/display-error.ts";
import { SaveBar } from "./frame/save-bar.tsx";
import { ConfirmSaveDialog } from "./frame/confirm-save-dialog.tsx";
import { failureToast } from "./frame/failure-toast.ts";
import { useLeaveGuard } from "./frame/leave-guard.ts";
import { areEqual } from "./frame/use-draft.ts";
import { Loaded } from "./frame/loaded.tsx";
import { PRICE_SECTIONS } from "./prices/sections.ts";
import type { PriceSection } from "./prices/sections/price-section.ts";
import { HouseTermsCard } from "./prices/sections/house-terms.tsx";
import { EveryNightCard } from "./prices/sections/night-sections.tsx";
import { CsvTools } from "./prices/csv-tools.tsx";
import { isEntered, NEW_CODE } from "./prices/code-list.tsx";
import { type NewCode, type PriceEditor, PriceEditorContext, usePriceEditor } from "./prices/editor.ts";
import { Findings } from "./prices/findings.tsx";
import { sevenSentences } from "./prices/sentences.ts";
import { TryStay } from "./prices/try-stay.tsx";
import { YearView } from "./prices/year-view.tsx";
import { Section } from "./settings/section.tsx";

export function PricesPage() {
  const prices = useQuery(pricesQuery);
  return (
    <div className="mx-auto max-w-6xl">
      <h1 className="font-serif text-3xl">Prices</h1>
      <p className="mt-1 mb-6 text-ink-soft">
        Start with one price. Add only what you need, and try it out before you save.
      </p>
      <Loaded query={prices} what="the prices" loading="Loading prices...">
        {(saved) => <PricesForm saved={saved} />}
      </Loaded>
    </div>
  );
}

/** The fields of "Try a stay" are outside this form, so they neither submit it nor hold up a save. */
const FORM = "prices";

type Sending = { prices: PriceDocument; version: string; confirmed: boolean };

function PricesForm({ saved }: { saved: SavedPrices }) {
  const client = useQueryClient();
  // Null if there are no changes.
  const [edits, setEdits] = useState<{ prices: PriceDocument; version: string } | null>(null);
  // Incremented when all fields are replaced at once, to reset the inputs.
  const [resets, setResets] = useState(0);
  const [lastChange, setLastChange] = useState<string | null>(null);
  // Stored here because a discount code is saved on its own: saving or discarding the prices must not reset it.
  const [newCode, setNewCode] = useState<NewCode | null>(null);
  const [unreadable, setUnreadable] = useState<ReadonlySet<string>>(new Set());
  const codeWaits = isEntered(newCode);
  const prices = edits?.prices ?? saved.prices;
  const isUnreadable = [...unreadable].some((path) => !path.startsWith(NEW_CODE));
  const dirty = isUnreadable || (edits !== null && !areEqual(edits.prices, saved.prices));
  useLeaveGuard(dirty || codeWaits);

  const resetForm = () => {
    setEdits(null);
    setResets((count) => count + 1);
  };
  const refetchOthers = async () => {
    await client.invalidateQueries({ predicate: (query) => query.queryKey[0] !== pricesQuery.queryKey[0] });
  };
  const saving = useMutation({
    mutationFn: (sending: Sending) => putPrices(sending),
    onSuccess: async ({ changeId, ...after }, sent) => {
      client.setQueryData(pricesQuery.queryKey, after);
      setLastChange(changeId);
      toast({ title: "Prices saved", description: "Guests see them now." });
      // What was typed while the save was in progress is kept.
      if (edits === null || areEqual(edits.prices, sent.prices)) resetForm();
      else setEdits({ ...edits, version: after.version });
      await refetchOthers();
    },
  });
  const undoing = useMutation({
    mutationFn: (changeId: string) => undo(changeId),
    onSuccess: async () => {
      setLastChange(null);
      await client.invalidateQueries(pricesQuery);
      toast({ title: "Last save undone" });
      if (edits === null) resetForm();
      await refetchOthers();
    },
    onError: failureToast("We couldn't undo the save"),
  });

  const today = toLocalDate(saved.today);
  const taken = new Set(saved.taken.map(toLocalDate));
  const refused = refusalOf(saving.error);
  const problems = { ...refused.fields, ...problemsOf(prices, saved) };
  const send = (confirmed: boolean) => {
    const sending = { prices, version: edits?.version ?? saved.version, confirmed };
    if (!saving.isPending) saving.mutate(sending);
  };
  const change = (part: Partial<PriceDocument>) => {
    setLastChange(null);
    if (!saving.isPending) saving.reset();
    setEdits((before) => ({
      prices: { ...(before?.prices ?? saved.prices), ...part },
      version: before?.version ?? saved.version,
    }));
  };
  const field: PriceEditor["field"] = (name) => ({
    path: name,
    value: prices[name],
    onChange: (value) => change({ [name]: value }),
  });
  const reload = async () => {
    await client.invalidateQueries(pricesQuery);
    saving.reset();
    resetForm();
    await refetchOthers();
  };
  const { codes, timeZone } = saved;
  const checkInTime = toLocalTime(saved.checkInTime);
  const newCodes = { newCode, setNewCode, codeCurrency: saved.prices.currency };
  const editor = {
    prices,
    change,
    field,
    problems,
    setUnreadable,
    codes,
    ...newCodes,
    today,
    timeZone,
    checkInTime,
    taken,
  };

  return (
    <PriceEditorContext value={editor}>
      <div className="space-y-6">
        <nav aria-label="On this page" className="flex flex-wrap gap-x-5 xl:hidden">
          {[
            ["#try-a-stay", "Try a stay"],
            ["#the-year", "See the year"],
          ].map(([href, label]) => (
            <a key={href} href={href} className={textLinkClass}>
              {label}
            </a>
          ))}
        </nav>
        <div key={resets} className="grid grid-cols-1 items-start gap-6 xl:grid-cols-2">
          <Form id={FORM} noValidate={false} data-unguarded onSubmit={() => send(false)} className="space-y-6">
            <EveryNightCard />
            <OptionalSections />
            <HouseTermsCard />
          </Form>
          <Preview unreadable={isUnreadable} />
        </div>
        <SaveProblems problems={problems} refused={refused} reload={() => void reload()} />
        <SaveBar dirty={dirty} sticks={dirty || lastChange !== null}>
          {lastChange && !dirty ? (
            <p className="flex flex-wrap items-center gap-x-5">
              <span className="font-semibold">Saved</span>
              <button type="button" onClick={() => undoing.mutate(lastChange)} className={textLinkClass}>
                Undo this save
              </button>
            </p>
          ) : (
            <p className={dirty ? "font-semibold" : "text-ink-soft"}>
              {dirty ? "Unsaved changes" : codeWaits ? "The new code hasn't been added yet" : "All changes saved"}
            </p>
          )}
          <div className="flex gap-2">
            {dirty ? (
              <Button look="quiet" onClick={() => void reload()} disabled={saving.isPending}>
                Discard
              </Button>
            ) : null}
            <Button type="submit" form={FORM} look={dirty ? "primary" : "secondary"} aria-disabled={saving.isPending}>
              {saving.isPending ? "Saving..." : "Save prices"}
            </Button>
          </div>
        </SaveBar>
      </div>
      {refused.unusual ? (
        <ConfirmSaveDialog question={refused.unusual} onNo={() => saving.reset()} onYes={() => send(true)} />
      ) : null}
    </PriceEditorContext>
  );
}

/** Problems that involve several fields. Empty if nothing has changed. */
function problemsOf(prices: PriceDocument, saved: SavedPrices): Record<string, string> {
  if (prices === saved.prices) return {};
  const found = documentProblems(prices, toLocalDate(saved.today));
  return Object.fromEntries(found.map(({ path, message }) => [path, message]));
}

type Refusal = { fields: Record<string, string>; unusual: string | null; stale: boolean; message: string | null };

function refusalOf(error: Error | null): Refusal {
  if (!error) return { fields: {}, unusual: null, stale: false, message: null };
  const { confirmed, ...fields } = fieldErrors(error);
  const isConflict = statusOf(error) === 409;
  return {
    // The contract's paths start at the request body, and the domain's paths start at the document.
    fields: isConflict
      ? {}
      : Object.fromEntries(Object.entries(fields).map(([path, text]) => [path.replace(/^prices\./, ""), text])),
    unusual: confirmed ?? null,
    stale: isConflict && confirmed === undefined,
    message: confirmed === undefined ? `${reasonOf(error)} ${afterFailure(error)}` : null,
  };
}

type SaveProblemsProps = { problems: Record<string, string>; refused: Refusal; reload: () => void };

function SaveProblems({ problems, refused, reload }: SaveProblemsProps) {
  const summary = useRef<HTMLDivElement>(null);
  const wasRefused = refused.message !== null;
  useEffect(() => {
    if (wasRefused) summary.current?.focus();
  }, [wasRefused]);
  const listed = Object.entries(problems).map(([id, message]) => ({ id, message }));
  if (listed.length > 0) return <NamedErrorSummary ref={summary} title="Please check the prices" problems={listed} />;
  if (!refused.message) return null;
  return (
    <div ref={summary} tabIndex={-1}>
      <Notice look="error">
        <p>{refused.message}</p>
        {refused.stale ? (
          <button type="button" onClick={reload} className="min-h-11 font-semibold underline">
            Load the saved prices and discard mine
          </button>
        ) : null}
      </Notice>
    </div>
  );
}

function OptionalSections() {
  const editor = usePriceEditor();
  const { prices, change, codes, newCode } = editor;
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set(newCode ? ["codes"] : []));
  const [justOpened, setJustOpened] = useState<string | null>(null);
  const isShown = (section: PriceSection) => opened.has(section.id) || section.isUsed(prices, codes);
  useEffect(() => {
    if (justOpened)
      document.getElementById(`section-${justOpened}`)?.querySelector<HTMLElement>("input, select, button")?.focus();
  }, [justOpened]);
  const open = (section: PriceSection) => {
    setOpened((before) => new Set([...before, section.id]));
    setJustOpened(section.id);
    if (!section.isUsed(prices, codes)) change(section.start(prices));
  };
  const close = (section: PriceSection) => {
    setOpened((before) => new Set([...before].filter((id) => id !== section.id)));
    setJustOpened(null);
    if (section.end) change(section.end(prices));
  };
  const missing = PRICE_SECTIONS.filter((section) => !isShown(section));
  return (
    <>
      {PRICE_SECTIONS.filter(isShown).map((section) => (
        <div key={section.id} id={`section-${section.id}`}>
          <Section title={section.title} about={section.about}>
            {section.content(editor)}
            {section.end ? (
              <button
                type="button"
                onClick={() => close(section)}
                className="mt-3 block min-h-11 font-semibold text-danger underline"
              >
                Remove “{section.title}”
              </button>
            ) : null}
          </Section>
        </div>
      ))}
      {missing.length > 0 ? (
        <Section title="Anything else?" about="Each button adds a section. You can remove it at any time.">
          <ul className="flex flex-wrap gap-2">
            {missing.map((section) => (
              <li key={section.id}>
                <Button look="secondary" onClick={() => open(section)}>
                  {section.question}
                </Button>
              </li>
            ))}
          </ul>
        </Section>
      ) : null}
    </>
  );
}

/**
 * Uses the website's own rules. While an input cannot be read or there is a problem, the result is hidden, because it
 * would be that of the last valid prices; input in "Try a stay" is kept.
 */
function Preview({ unreadable }: { unreadable: boolean }) {
  const editor = usePriceEditor();
  const { today, timeZone, taken, problems } = editor;
  const [now] = useState(() => new Date());
  const [prices, setPrices] = useState(editor.prices);
  const hidden = unreadable || Object.keys(problems).length > 0;
  if (!hidden && prices !== editor.prices) setPrices(editor.prices);
  const earliest = earliestArrival(prices.notice, now, timeZone);
  const shown = pricesForGuests(prices);
  const calendar = createSellingCalendar(shown, taken, today, earliest);
  const empty = createSellingCalendar(shown, new Set(), today);
  const effect = (
    <div hidden={hidden} className="space-y-6">
      <div id="try-a-stay" className="scroll-mt-20">
        <TryStay calendar={calendar} now={now} />
      </div>
      <Findings calendar={calendar} empty={empty} />
      <div id="the-year" className="scroll-mt-20">
        <YearView />
      </div>
      <CsvTools />
      <Section title="How prices work" about="The main rules, in brief.">
        <ol className="list-decimal space-y-2 pl-5">
          {sevenSentences(prices.smallestGap).map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ol>
      </Section>
    </div>
  );
  return (
    <div>
      {hidden ? <Notice look="info">Correct the marked fields to see the effect of your prices.</Notice> : null}
      <PriceEditorContext value={{ ...editor, prices }}>{effect}</PriceEditorContext>
    </div>
  );
}
