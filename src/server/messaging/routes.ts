import {
  editMessage as editCall,
  listMessages,
  localMailbox,
  messagingSetup,
  NO_CONTACT_EMAIL,
  readMessage,
  type ScheduledMessage,
  sendMessageNow,
  sendTest,
  skipMessage as skipCall,
} from "#contract/messaging.ts";
import { TEMPLATE_FIELDS } from "#domain/messaging/template.ts";
import { byLanguage } from "#domain/language/language.ts";
import type { PriceDocument } from "#domain/pricing/price-document.ts";
import { actorOf, type Call } from "../http/call.ts";
import type { Mount } from "../http/mount.ts";
import { notFound, Problem } from "../http/problem.ts";
import type { Clock } from "../runtime/clock.ts";
import { editMessage, type MessageAction, sendNow, skipMessage } from "./change-message.ts";
import { compose, type ComposeNeeds, textWithValues } from "./compose.ts";
import type { MessageStore } from "./message-store.ts";
import type { DeliveryStatus } from "./ports.ts";
import type { TemplateStore } from "./template-store.ts";
import { sampleValues } from "./sample-stay.ts";

export type MessagingRouteNeeds = {
  clock: Clock;
  messages: MessageStore;
  templates: TemplateStore;
  composing: ComposeNeeds;
  /** The prices for the sample stay in a preview. */
  prices: () => Promise<PriceDocument>;
  deliveryStatus: () => Promise<DeliveryStatus>;
  local: boolean;
  /** Where test emails go; empty if there is no address yet. */
  testEmailTo: (call: Call) => Promise<string>;
  sendTest: (to: string) => Promise<{ id: string; to: string }>;
};

export function mountMessaging(mount: Mount, needs: MessagingRouteNeeds): void {
  const { messages, clock } = needs;

  mount(listMessages, async () => {
    const [list, status] = await Promise.all([messages.list(), needs.deliveryStatus()]);
    return list.map((message) => withReason(message, status));
  });

  mount(readMessage, async ({ params }) => {
    const found = await messages.find(params.messageId);
    if (!found) return messageNotFound();
    const { view, message } = found;
    const made = await compose(needs.composing, message, clock());
    const words = await textWithValues(needs.composing, message, clock());
    const template = words?.template ?? null;
    return {
      message: withReason(view, await needs.deliveryStatus()),
      address: "problem" in made ? "" : made.to.address,
      content: "problem" in made ? null : made.content,
      problem: "problem" in made ? made.problem : null,
      words: template && { subject: message.subject ?? template.subject, body: message.body ?? template.body },
      values: words?.values ?? null,
    };
  });

  async function act(id: string, version: number, call: Call, action: MessageAction) {
    const result = await messages.act({ id, version, actor: await actorOf(call) }, action);
    return result.ok ? withReason(result.message, await needs.deliveryStatus()) : refusalOf(result.reason);
  }
  mount(editCall, async ({ params, body: { version, ...words } }, call) =>
    act(params.messageId, version, call, editMessage(words)),
  );
  mount(skipCall, async ({ params, body }, call) => act(params.messageId, body.version, call, skipMessage));
  mount(sendMessageNow, async ({ params, body }, call) => act(params.messageId, body.version, call, sendNow));

  mount(messagingSetup, async (_input, call) => {
    const [testEmailTo, property, prices, status, templates, counts] = await Promise.all([
      needs.testEmailTo(call),
      needs.composing.property(),
      needs.prices(),
      needs.deliveryStatus(),
      needs.templates.all(),
      messages.counts(),
    ]);
    return {
      timeZone: property.timeZone,
      testEmailTo,
      counts,
      ...status,
      local: needs.local,
      links: needs.composing.linkBase !== null,
      templates,
      fields: { ...TEMPLATE_FIELDS },
      samples: byLanguage((language) =>
        sampleValues({ property, prices, linkBase: needs.composing.linkBase }, clock(), language),
      ),
    };
  });

  mount(sendTest, async (_input, call) => {
    const { email } = await needs.deliveryStatus();
    if (email.problem) return new Problem(409, email.problem);
    const to = await needs.testEmailTo(call);
    return to ? needs.sendTest(to) : new Problem(409, NO_CONTACT_EMAIL);
  });

  mount(localMailbox, () => messages.emails());
}

/** Adds to a waiting message the reason why its delivery method does not work at present. */
function withReason(message: ScheduledMessage, status: DeliveryStatus): ScheduledMessage {
  const problem = message.channel === "push" ? null : status[message.channel].problem;
  return message.status === "pending" && problem ? { ...message, note: `Waiting: ${problem}` } : message;
}

const messageNotFound = () => notFound("This message does not exist. Its booking may have been deleted.");

function refusalOf(reason: "unknown" | "stale" | "being-sent" | "refused"): Problem {
  switch (reason) {
    case "unknown":
      return messageNotFound();
    case "stale":
      return new Problem(409, "This message has changed in the meantime. Check what is saved now, then try again.");
    case "being-sent":
      return new Problem(409, "This message is being sent right now. Check again in a minute.");
    case "refused":
      return new Problem(409, "This is no longer possible for this message.");
  }
}
