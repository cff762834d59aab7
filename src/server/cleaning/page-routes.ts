import type { FastifyInstance, FastifyReply } from "fastify";
import { optionalEmail } from "#contract/fields.ts";
import { isLocalDate, addDays } from "#domain/calendar/local-date.ts";
import { engineOf, lockKey } from "../database/dialect.ts";
import { sendProblem } from "../http/mount.ts";
import type { RateLimit } from "../http/rate-limit.ts";
import { readForms } from "../http/read-forms.ts";
import { CLEANER_HEADERS, type CleanerDocument, cleanerDocument, noSuchPage } from "./page-document.ts";
import { CLEANER, markDone, type PlanNeeds, shownPlan, type ShownPlan } from "./plan.ts";
import { CLEANER_PAGE, isToken, readPage, savePageTexts } from "./cleaning-queries.ts";
import { inWords } from "./notify-cleaner.ts";

export type CleanerPageNeeds = PlanNeeds & {
  property: () => Promise<{ name: string; checkInFrom: string; checkOutBy: string }>;
  canEmail: () => Promise<boolean>;
  limit: RateLimit;
};

type PageMessage = Pick<CleanerDocument, "problem" | "saved">;

/** The page behind the secret link. It is read-only except for two forms, which work without JavaScript. */
export async function mountCleanerPage(http: FastifyInstance, needs: CleanerPageNeeds): Promise<void> {
  const { db } = needs.database;
  const config = { access: "anyone" } as const;

  async function show(
    { params }: { params: { token: string } },
    reply: FastifyReply,
    status: number,
    message: PageMessage = {},
  ): Promise<FastifyReply> {
    const page = await readPage(db);
    // The host may just have replaced the link, and the page contains the current one.
    if (page?.token !== params.token) return gone(reply);
    const [property, plan, today, canEmail] = await Promise.all([
      needs.property(),
      shownPlan(needs),
      needs.today(),
      needs.canEmail(),
    ]);
    const { token, note, email } = page;
    const { name: cottage, checkInFrom, checkOutBy } = property;
    const document = { cottage, token, note, email, canEmail, today, checkInFrom, checkOutBy, plan, ...message };
    return reply.code(status).headers(CLEANER_HEADERS).send(cleanerDocument(document));
  }

  await http.register(async (scope) => {
    readForms(scope, 4096);
    scope.addHook<{ Params: { token: string } }>("preHandler", async (request, reply) => {
      const refused = await needs.limit(request.ip);
      if (refused) return sendProblem(reply, refused);
      return (await isToken(db, request.params.token)) ? undefined : gone(reply);
    });

    scope.get<{ Params: { token: string } }>("/cleaning/:token", { config }, (request, reply) =>
      show(request, reply, 200),
    );

    scope.get<{ Params: { token: string; file: string } }>(
      "/cleaning/:token/:file",
      { config },
      async ({ params }, reply) => {
        if (params.file !== "cleaning.ics") return gone(reply);
        const [plan, property] = await Promise.all([shownPlan(needs), needs.property()]);
        return reply
          .headers({ ...CLEANER_HEADERS, "content-type": "text/calendar; charset=utf-8" })
          .send(await cleaningCalendar(plan, property.name, needs.clock()));
      },
    );

    scope.post<{ Params: { token: string } }>("/cleaning/:token/done", { config }, async (request, reply) => {
      const form = formOf(request.body);
      const day = form.get("day") ?? "";
      if (!isLocalDate(day)) return show(request, reply, 400, { problem: "Nothing was changed. Please try again." });
      const marked = await markDone(needs, { day, done: form.get("done") === "yes", by: CLEANER });
      if (!marked.ok) return show(request, reply, 409, { problem: `Nothing was changed. ${marked.message}` });
      return reply.redirect(`/cleaning/${request.params.token}#day-${day}`, 303);
    });

    scope.post<{ Params: { token: string } }>("/cleaning/:token/email", { config }, async (request, reply) => {
      const email = optionalEmail.safeParse(formOf(request.body).get("email") ?? "");
      if (!email.success) return show(request, reply, 400, { problem: email.error.issues[0]?.message ?? "" });
      await db.transaction().execute(async (trx) => {
        await lockKey(engineOf(trx), trx, CLEANER_PAGE);
        if (!(await isToken(trx, request.params.token))) return;
        await savePageTexts(trx, { email: email.data });
        await needs.record({ actor: CLEANER, act: "Changed the cleaner's email", subject: "Cleaning" }, trx);
      });
      const saved = email.data ? "We'll email you when the plan changes." : "You won't get emails about the plan.";
      return show(request, reply, 200, { saved });
    });
  });
}

function formOf(body: unknown): URLSearchParams {
  return body instanceof URLSearchParams ? body : new URLSearchParams();
}

function gone(reply: FastifyReply): FastifyReply {
  return reply.code(404).headers(CLEANER_HEADERS).send(noSuchPage());
}

/** The plan as a file for a calendar program (RFC 5545), with one entry for each changeover. */
async function cleaningCalendar(plan: ShownPlan, cottage: string, at: Date): Promise<string> {
  const { default: ical } = await import("ical-generator");
  const calendar = ical({
    name: `Cleaning: ${cottage}`,
    prodId: { company: "Latchkey", product: "Cleaning" },
    ttl: 60 * 60,
  });
  for (const changeover of plan) {
    const { day, sameDay, done } = changeover;
    calendar.createEvent({
      id: `cleaning-${day}@latchkey`,
      stamp: at,
      allDay: true,
      start: day,
      end: addDays(day, 1),
      summary: `${done ? "Done: cleaning" : "Cleaning"}${sameDay ? ", guests arrive the same day" : ""}`,
      description: inWords(changeover),
    });
  }
  return `${calendar.toString().trimEnd()}\r\n`;
}
