/** What the portal's service worker shows. `tag`: a second notification with the same takes the place of the first. */
export type PushNote = {
  title: string;
  body: string;
  url: string;
  tag: string;
  /** What can be answered from the notification itself. */
  request: "booking" | "change" | null;
  /** The version of the booking that the note tells of: another one the host has not seen yet. */
  version: number | null;
};
