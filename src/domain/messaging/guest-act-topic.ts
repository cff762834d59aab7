/** Marks notices about what guests do: whoever books, asks or writes all day must not crowd out the host's other notices. */
export const GUEST_ACT_TOPIC = "guest-act/";

/** The topic of notices about one stay's guest: a newer one takes the place of an older one on a device. */
export function guestActTopic(bookingId: string): string {
  return GUEST_ACT_TOPIC + bookingId;
}
