/**
 * The topic prefix for notifications about guests' actions: a guest who books, asks or writes all day must not crowd
 * out the host's other notifications.
 */
export const GUEST_ACT_TOPIC = "guest-act/";

/**
 * The topic of notifications about one stay's guest, or the beginning of that topic. On a device, a newer notification
 * replaces an older one with the same topic.
 */
export function guestActTopic(bookingId: string): string {
  return GUEST_ACT_TOPIC + bookingId;
}
