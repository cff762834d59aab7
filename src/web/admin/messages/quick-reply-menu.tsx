import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { quickRepliesQuery } from "../../api/conversation.ts";
import { buttonClass } from "../../ui/button.tsx";
import { Dropdown, DropdownContent, DropdownItem, DropdownSeparator, DropdownTrigger } from "../../ui/dropdown.tsx";
import { QuickReplyDialog } from "./quick-reply-dialog.tsx";

/** A chosen reply is inserted into the message, where the host can edit it before sending. */
export function QuickReplyMenu({ onChoose }: { onChoose: (text: string) => void }) {
  const { data } = useQuery(quickRepliesQuery);
  const [editing, setEditing] = useState(false);
  if (!data) return null;
  return (
    <>
      <Dropdown modal={false}>
        <DropdownTrigger className={buttonClass("secondary")}>Saved replies</DropdownTrigger>
        <DropdownContent align="start">
          {data.replies.map(({ title, text }, place) => (
            <DropdownItem key={`${place} ${title}`} onSelect={() => onChoose(text)}>
              {title}
            </DropdownItem>
          ))}
          {data.replies.length > 0 ? <DropdownSeparator /> : null}
          <DropdownItem onSelect={() => setEditing(true)}>Edit saved replies...</DropdownItem>
        </DropdownContent>
      </Dropdown>
      {editing ? <QuickReplyDialog saved={data} onClose={() => setEditing(false)} /> : null}
    </>
  );
}
