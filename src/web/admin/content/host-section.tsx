import { Section } from "../settings/section.tsx";
import { useEditor } from "./editor-context.ts";
import { ListEditor } from "./list-editor.tsx";
import { PictureField } from "./picture-field.tsx";
import { SentenceLine, TextArea, TextLine } from "./text-line.tsx";

const PORTRAIT = { width: 320, height: 320 };

/** About the host, on the home page. */
export function HostSection() {
  const { draft, change } = useEditor();
  const { host } = draft;
  const set = (part: Partial<typeof host>) => change({ host: { ...host, ...part } });
  return (
    <Section title="About you" about="Shown on the home page once you enter your name. Empty fields are not shown.">
      <div className="grid gap-4 sm:grid-cols-2">
        <TextLine path="host.name" label="Your name" value={host.name ?? ""} onChange={(name) => set({ name })} />
        <TextLine
          path="host.languages"
          label="Languages you speak"
          placeholder="English, Portuguese"
          value={host.languages ?? ""}
          onChange={(languages) => set({ languages })}
        />
        <TextArea
          path="host.about"
          label="A sentence about you"
          value={host.about ?? ""}
          onChange={(about) => set({ about })}
          className="sm:col-span-2"
        />
        <TextLine
          path="host.answerTime"
          label="You usually answer"
          placeholder="within two hours"
          value={host.answerTime ?? ""}
          onChange={(answerTime) => set({ answerTime })}
        />
        <TextLine
          path="host.registration"
          label="Registration number"
          hint="If your country or town requires one."
          value={host.registration ?? ""}
          onChange={(registration) => set({ registration })}
        />
        <div className="sm:col-span-2">
          <PictureField
            path="host.photoUrl"
            label="Your photo"
            url={host.photoUrl ?? ""}
            size={PORTRAIT}
            onChange={(photoUrl) => set({ photoUrl })}
          />
        </div>
      </div>
    </Section>
  );
}

/** What guests pay and when, and what they get by booking direct. */
export function OfferSection() {
  const { draft, change } = useEditor();
  const { offer } = draft;
  const set = (part: Partial<typeof offer>) => change({ offer: { ...offer, ...part } });
  return (
    <Section
      title="Booking direct"
      about="Write only what is true of every direct booking. Empty fields are not shown."
    >
      <div className="space-y-4">
        <TextLine
          path="offer.payNote"
          label="What guests pay, and when"
          placeholder="Nothing to pay now. You pay in cash when you arrive."
          hint="Shown beside the booking button. If you take payments online, wording based on your payment settings is shown instead."
          value={offer.payNote ?? ""}
          onChange={(payNote) => set({ payNote })}
        />
        <ListEditor
          path="offer.advantages"
          title="What only direct guests get"
          one="advantage"
          hint="Such as “Free pick-up from the station” or “10% less than on booking platforms”."
          items={offer.advantages}
          fresh={() => ""}
          onChange={(advantages) => set({ advantages })}
        >
          {(item, changeItem, path, place) => (
            <SentenceLine path={path} label={`Advantage ${place + 1}`} value={item} onChange={changeItem} />
          )}
        </ListEditor>
      </div>
    </Section>
  );
}
