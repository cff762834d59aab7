import * as contract from "#contract/conversation.ts";
import { actorOf } from "../http/call.ts";
import type { Mount } from "../http/mount.ts";
import { Problem } from "../http/problem.ts";
import { threads, unreadCount } from "./conversation-queries.ts";
import type { ConversationNeeds } from "./ports.ts";
import { readQuickReplies, saveQuickReplies } from "./quick-reply-queries.ts";

/** How many conversations the list shows; older conversations can be found by searching. */
const SHOWN = 100;
/** How much of the last message the list shows; the conversation shows the full text. */
const SHOWN_CHARACTERS = 200;

export function mountInbox(mount: Mount, needs: ConversationNeeds): void {
  const { db } = needs.database;

  mount(contract.listConversations, async ({ query }) => {
    const found = await threads(db, query.search ?? "", SHOWN + 1);
    return {
      timeZone: await needs.timeZone(),
      conversations: found.slice(0, SHOWN).map(({ checkIn, checkOut, last, ...thread }) => ({
        ...thread,
        checkInDate: checkIn,
        checkOutDate: checkOut,
        at: last.at,
        author: last.author,
        text: last.body.slice(0, SHOWN_CHARACTERS),
        pictures: last.pictures,
      })),
      more: found.length > SHOWN,
    };
  });

  mount(contract.unreadMessages, async () => ({ unread: await unreadCount(db) }));

  mount(contract.readQuickReplies, async () => readQuickReplies(db));

  mount(contract.saveQuickReplies, async ({ body: { version, replies } }, call) => {
    const actor = await actorOf(call);
    const result = await saveQuickReplies(db, {
      seen: version,
      replies,
      during: (trx, before) =>
        needs.record(
          {
            actor,
            act: "Changed the saved replies",
            subject: "Messages",
            before: { replies: before.map(({ title }) => title) },
            after: { replies: replies.map(({ title }) => title) },
          },
          trx,
        ),
    });
    return result.ok
      ? result.saved
      : new Problem(
          409,
          "The saved replies have changed in the meantime. Replies that were added or changed are now at the end of your list. Check them, then save again.",
        );
  });
}
