import { escapeHtml } from "#domain/text/escape-html.ts";
import { createHash } from "node:crypto";
import type { LocalDate } from "#domain/calendar/local-date.ts";
import type { ShownPlan } from "./plan.ts";
import { dayInWords, people } from "./notify-cleaner.ts";

export type CleanerDocument = {
  cottage: string;
  token: string;
  note: string;
  email: string;
  canEmail: boolean;
  today: LocalDate;
  checkOutBy: string;
  checkInFrom: string;
  plan: ShownPlan;
  problem?: string;
  saved?: string;
};

const STYLE = `
:root{color-scheme:light dark;--ink:#1d2723;--soft:#4c5a54;--line:#cfd8d3;--page:#f6f8f7;--card:#fff;--accent:#14533f;--on:#fff;--warn:#7a3b00;--warnbg:#fff1e0;--good:#14533f}
@media(prefers-color-scheme:dark){:root{--ink:#e8efeb;--soft:#b3c2bb;--line:#3b4842;--page:#121815;--card:#1b2320;--accent:#8fd3b8;--on:#0d1f18;--warn:#ffc98f;--warnbg:#3a2710;--good:#8fd3b8}}
*{box-sizing:border-box}
body{margin:0;background:var(--page);color:var(--ink);font:1.0625rem/1.5 system-ui,sans-serif}
main{max-width:40rem;margin:0 auto;padding:1.5rem 1rem 4rem}
h1{font-size:1.6rem;line-height:1.25;margin:0 0 .25rem}
h2{font-size:1.15rem;margin:0}
p{margin:.35rem 0}
.soft{color:var(--soft)}
.card{background:var(--card);border:1px solid var(--line);border-radius:1rem;padding:1rem;margin:1rem 0;overflow-wrap:anywhere}
.note{white-space:pre-line}
.today{border:2px solid var(--accent)}
.tag{display:inline-block;background:var(--warnbg);color:var(--warn);font-weight:600;border-radius:.5rem;padding:.15rem .6rem;margin:.25rem 0}
.done{color:var(--good);font-weight:600}
ol{list-style:none;margin:0;padding:0}
button,input{font:inherit;min-height:2.75rem;border-radius:.75rem;padding:.5rem 1rem}
button{background:var(--accent);color:var(--on);border:0;font-weight:600;cursor:pointer}
button.quiet{background:none;color:var(--ink);border:1px solid var(--line)}
input{width:100%;border:1px solid var(--soft);background:var(--card);color:var(--ink)}
label{display:block;font-weight:600;margin:.5rem 0 .25rem}
form{margin:.75rem 0 0}
.row{display:flex;gap:.75rem;flex-wrap:wrap}
a{color:inherit}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
`;

const STYLE_HASH = `'sha256-${createHash("sha256").update(STYLE).digest("base64")}'`;

/** The URL is a secret, so the page is not cached or indexed, and loads nothing. */
export const CLEANER_HEADERS = {
  "content-type": "text/html; charset=utf-8",
  "cache-control": "no-store",
  "x-robots-tag": "noindex, nofollow",
  "content-security-policy": `default-src 'none'; style-src ${STYLE_HASH}; form-action 'self'; frame-ancestors 'none'; base-uri 'none'`,
};

export function cleanerDocument(page: CleanerDocument): string {
  const { cottage, token, note, email, canEmail, problem, saved, plan, checkOutBy, checkInFrom } = page;
  const alert = problem ? `<p class="card" role="alert"><strong>${escapeHtml(problem)}</strong></p>` : "";
  const kept = saved ? `<p class="card done" role="status">${escapeHtml(saved)}</p>` : "";
  return documentOf(
    `Cleaning plan: ${cottage}`,
    `<h1>Cleaning plan</h1>
<p class="soft">${escapeHtml(cottage)}. Guests leave by ${escapeHtml(checkOutBy)} and arrive from ${escapeHtml(checkInFrom)}.</p>
${alert}${kept}
${note ? `<section class="card" aria-labelledby="note"><h2 id="note">Note from the host</h2><p class="note">${escapeHtml(note)}</p></section>` : ""}
${plan.length > 0 ? `<ol>${plan.map((one) => changeoverItem(one, page)).join("")}</ol>` : `<p class="card">No arrivals or departures in the next few weeks.</p>`}
<section class="card" aria-labelledby="hear"><h2 id="hear">Notifications of changes</h2>
<p>Add the plan to your calendar: <a href="/cleaning/${token}/cleaning.ics">subscribe or download</a>.</p>
${canEmail ? emailForm(token, email) : ""}</section>`,
  );
}

function emailForm(token: string, email: string): string {
  return `<form method="post" action="/cleaning/${token}/email">
<label for="email">Email me when the plan changes</label>
<input id="email" name="email" type="email" autocomplete="email" maxlength="254" value="${escapeHtml(email)}" aria-describedby="how">
<p id="how" class="soft">Leave this empty to get no emails.</p>
<button type="submit">Save</button></form>`;
}

function changeoverItem(
  { day, leaving, next, sameDay, done }: ShownPlan[number],
  { token, today, checkOutBy, checkInFrom }: CleanerDocument,
): string {
  const name = `day-${day}`;
  const departure =
    leaving === 0 ? "" : `<p>${people(leaving)} ${leaving === 1 ? "leaves" : "leave"} by ${escapeHtml(checkOutBy)}</p>`;
  const arrival = next
    ? `<p>${people(next.guests)} ${next.guests === 1 ? "arrives" : "arrive"}${next.day === day ? "" : ` on ${dayInWords(next.day)}`} from ${escapeHtml(checkInFrom)}</p>`
    : `<p class="soft">No arrival is booked yet.</p>`;
  const button = day > today ? "" : doneForm(token, day, done !== null);
  return `<li class="card${day === today ? " today" : ""}" aria-labelledby="${name}">
<h2 id="${name}">${day === today ? "Today, " : ""}${dayInWords(day)}</h2>
${sameDay ? `<p class="tag">New guests on the same day</p>` : ""}
${departure}${arrival}
${done ? `<p class="done">Done</p>` : ""}${button}</li>`;
}

function doneForm(token: string, day: LocalDate, isDone: boolean): string {
  const label = isDone ? "Mark as not done" : "Mark as done";
  return `<form method="post" action="/cleaning/${token}/done">
<input type="hidden" name="day" value="${day}"><input type="hidden" name="done" value="${isDone ? "no" : "yes"}">
<button type="submit"${isDone ? ' class="quiet"' : ""} aria-label="${label}: ${dayInWords(day)}">${label}</button></form>`;
}

export function noSuchPage(): string {
  return documentOf(
    "This page is not available",
    `<h1>This page is not available</h1><p>The link may have been replaced. Ask the host for the new one.</p>`,
  );
}

function documentOf(title: string, main: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex"><title>${escapeHtml(title)}</title><style>${STYLE}</style></head><body><main>${main}</main></body></html>`;
}
