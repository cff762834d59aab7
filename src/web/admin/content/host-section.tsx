import { fieldsOf } from "../frame/binding.ts";
import { Section } from "../settings/section.tsx";
import { useEditor } from "./editor-context.ts";
import { ListEditor } from "./list-editor.tsx";
import { PictureField } from "./picture-field.tsx";
import { SentenceLine, TextArea, TextLine } from "./text-line.tsx";

const PORTRAIT = { width: 320, height: 320 };

export function HostSection() {
  const host = fieldsOf(useEditor().field("host"));
  return (
    <Section title="About you" about="Shown on the home page once you enter your name. Empty fields are not shown.">
      <div className="grid gap-4 sm:grid-cols-2">
        <TextLine {...host("name")} label="Your name" />
        <TextLine {...host("languages")} label="Languages you speak" placeholder="English, Portuguese" />
        <TextArea {...host("about")} label="A sentence about you" className="sm:col-span-2" />
        <TextLine {...host("answerTime")} label="You usually answer" placeholder="within two hours" />
        <TextLine {...host("registration")} label="Registration number" hint="If your country or town requires one." />
        <div className="sm:col-span-2">
          <PictureField {...host("photoUrl")} label="Your photo" size={PORTRAIT} />
        </div>
      </div>
    </Section>
  );
}

export function OfferSection() {
  const offer = fieldsOf(useEditor().field("offer"));
  return (
    <Section
      title="Booking direct"
      about="Write only what is true of every direct booking. Empty fields are not shown."
    >
      <div className="space-y-4">
        <TextLine
          {...offer("payNote")}
          label="What guests pay, and when"
          placeholder="Nothing to pay now. You pay in cash when you arrive."
          hint="Shown beside the booking button. If you take payments online, wording based on your payment settings is shown instead."
        />
        <ListEditor
          {...offer("advantages")}
          title="What only direct guests get"
          one="advantage"
          hint="Such as “Free pick-up from the station” or “10% less than on booking platforms”."
          fresh={() => ""}
        >
          {(item, place) => <SentenceLine {...item} label={`Advantage ${place + 1}`} />}
        </ListEditor>
      </div>
    </Section>
  );
}
