import { rateFromText, rateText } from "#domain/property/property.ts";
import { Section } from "../settings/section.tsx";
import { ContactSection } from "./contact-section.tsx";
import { useEditor } from "./editor-context.ts";
import { ListEditor } from "./list-editor.tsx";
import { wholeOrZero } from "./preview/overlay.ts";
import { HostSection, OfferSection } from "./host-section.tsx";
import { PieceVisibility } from "./piece-visibility.tsx";
import { RoomsSection } from "./rooms-section.tsx";
import { LongText, SentenceLine, TextArea, TextLine } from "./text-line.tsx";
import { TranslationsSection } from "./translations-section.tsx";
import { TestimonialsSection } from "./testimonials-section.tsx";

/** SPEC 2: Property Info. The landing page's descriptions of the cottage, and the contact details. */
export function PropertyTab() {
  const { draft, change, currency } = useEditor();
  const cents = rateFromText(draft.rate, currency);
  return (
    <>
      <Section title="The cottage" about="Shown on the home page and used for every booking.">
        <div className="grid gap-4 sm:grid-cols-2">
          <TextLine path="name" label="Name" value={draft.name} onChange={(name) => change({ name })} />
          <TextLine
            path="location"
            label="Location"
            value={draft.location}
            onChange={(location) => change({ location })}
          />
          <LongText
            path="description"
            label="Description"
            value={draft.description}
            onChange={(description) => change({ description })}
            className="sm:col-span-2"
          />
          <TextLine
            path="rate"
            label={`Rate per night (${currency})`}
            hint={
              cents === null
                ? "For example 150 or 149.50."
                : `Guests read “${rateText(cents, currency)}”. Existing bookings keep their price.`
            }
            inputMode="decimal"
            value={draft.rate}
            onChange={(rate) => change({ rate })}
            className="sm:col-span-2"
          />
          <RoomCount
            path="bedrooms"
            label="Bedrooms"
            value={draft.bedrooms}
            onChange={(bedrooms) => change({ bedrooms })}
          />
          <RoomCount
            path="bathrooms"
            label="Bathrooms"
            value={draft.bathrooms}
            onChange={(bathrooms) => change({ bathrooms })}
          />
        </div>
      </Section>
      <Section title="Amenities" about="Shown on the home page and the guest information page, and to search engines.">
        <ListEditor
          path="amenities"
          title="What the cottage offers"
          one="amenity"
          hint="A line that ends with a colon, such as “Kitchen:”, starts a group."
          items={draft.amenities}
          fresh={() => ""}
          onChange={(amenities) => change({ amenities })}
        >
          {(item, changeItem, path, place) => (
            <SentenceLine path={path} label={`Amenity ${place + 1}`} value={item} onChange={changeItem} />
          )}
        </ListEditor>
      </Section>
      <RoomsSection />
      <HostSection />
      <OfferSection />
      <TestimonialsSection />
      <ContactSection />
      <Section title="Search engines" about="Shown under your site's name in search results and shared links.">
        <TextArea
          path="metaDescription"
          label="Description for search engines"
          hint={`About 160 characters are shown; this has ${draft.metaDescription.length}.`}
          value={draft.metaDescription}
          onChange={(metaDescription) => change({ metaDescription })}
        />
      </Section>
      <PieceVisibility tab="property" />
      <TranslationsSection />
    </>
  );
}

/** SPEC 5: counts are whole numbers, and an invalid entry counts as 0. A hint says so before the host saves. */
function RoomCount(props: { path: string; label: string; value: string; onChange: (value: string) => void }) {
  const count = wholeOrZero(props.value);
  const taken = String(count) === props.value.trim();
  return <TextLine {...props} inputMode="numeric" hint={taken ? undefined : `This will be saved as ${count}.`} />;
}
