import { expect, test } from "vitest";
import { labelWithRecipient } from "./labels.ts";

test("the next message to be sent names its recipient once", () => {
  const said = (messageType: Parameters<typeof labelWithRecipient>[0]["messageType"], to: string, title?: string) =>
    labelWithRecipient({ messageType, to, title: title ?? null });
  expect(said("host_notice", "You")).toBe("Notification to You");
  expect(said("guest_note", "Ana Sousa")).toBe("Email to Ana Sousa");
  expect(said("check_in_reminder", "Ana Sousa")).toBe("Check-in Reminder to Ana Sousa");
  expect(said("custom", "Ana Sousa", "Sunday market")).toBe("Sunday market to Ana Sousa");
});
