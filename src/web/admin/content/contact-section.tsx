import { Section } from "../settings/section.tsx";
import { useEditor } from "./editor-context.ts";
import { TextLine } from "./text-line.tsx";

/** SPEC 2: the footer's address, phone, email and social links. */
export function ContactSection() {
  const { draft, change } = useEditor();
  const { contact } = draft;
  const set = (part: Partial<typeof contact>) => change({ contact: { ...contact, ...part } });
  const setSocial = (part: Partial<typeof contact.social>) => set({ social: { ...contact.social, ...part } });
  return (
    <Section
      title="Contact"
      about="Shown at the bottom of every page and on the guest information page. Empty links are hidden."
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <TextLine
          path="contact.streetAddress"
          label="Street address"
          value={contact.streetAddress}
          onChange={(streetAddress) => set({ streetAddress })}
          className="sm:col-span-2"
        />
        <TextLine
          path="contact.phone"
          label="Phone"
          type="tel"
          value={contact.phone}
          onChange={(phone) => set({ phone })}
        />
        <TextLine
          path="contact.email"
          label="Email"
          type="email"
          value={contact.email}
          onChange={(email) => set({ email })}
        />
        <TextLine
          path="contact.social.facebook"
          label="Facebook page"
          inputMode="url"
          value={contact.social.facebook ?? ""}
          onChange={(facebook) => setSocial({ facebook })}
        />
        <TextLine
          path="contact.social.instagram"
          label="Instagram profile"
          inputMode="url"
          value={contact.social.instagram ?? ""}
          onChange={(instagram) => setSocial({ instagram })}
        />
        <TextLine
          path="contact.social.whatsapp"
          label="WhatsApp chat"
          hint="https://wa.me/ and the number with its country code, such as https://wa.me/94771234567."
          inputMode="url"
          value={contact.social.whatsapp ?? ""}
          onChange={(whatsapp) => setSocial({ whatsapp })}
          className="sm:col-span-2"
        />
      </div>
    </Section>
  );
}
