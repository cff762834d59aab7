/** What the portal's service worker shows. `tag`: a second notification with the same tag replaces the first. */
export type PushNote = {
  title: string;
  body: string;
  url: string;
  tag: string;
  /** What can be answered from the notification itself. */
  request: "booking" | "change" | null;
  /** The version of the booking that the notification describes: the host has not seen any other. */
  version: number | null;
};
