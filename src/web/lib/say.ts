import type { FrameTexts } from "#texts/en/frame.ts";
import type { LayoutTexts } from "#texts/en/layout.ts";
import type { StayTexts } from "#texts/en/stay.ts";
import type { BookingTexts } from "#texts/en/booking.ts";
import type { ProblemsTexts } from "#texts/en/problems.ts";
import type { DirectTexts } from "#texts/en/direct.ts";
import type { OwnTexts } from "#texts/en/own.ts";
import type { LandingTexts } from "#texts/en/landing.ts";
import type { InfoTexts } from "#texts/en/info.ts";
import type { PayTexts } from "#texts/en/pay.ts";
import type { PicturesTexts } from "#texts/en/pictures.ts";
import type { NothingTexts } from "#texts/en/nothing.ts";
import type { PlacesTexts } from "#texts/en/places.ts";
import type { MapTexts } from "#texts/en/map.ts";
import type { OtherTexts } from "#texts/en/other.ts";
import type { PrivacyTexts } from "#texts/en/privacy.ts";
import type { TermsTexts } from "#texts/en/terms.ts";
import type { Language } from "#domain/language/language.ts";

/** By the part of the site that needs the strings. Browsers load each part as a separate file. */
export type Texts = {
  frame: FrameTexts;
  layout: LayoutTexts;
  stay: StayTexts;
  booking: BookingTexts;
  problems: ProblemsTexts;
  direct: DirectTexts;
  own: OwnTexts;
  landing: LandingTexts;
  info: InfoTexts;
  nothing: NothingTexts;
  pictures: PicturesTexts;
  pay: PayTexts;
  places: PlacesTexts;
  map: MapTexts;
  other: OtherTexts;
  privacy: PrivacyTexts;
  terms: TermsTexts;
};
export type TextArea = keyof Texts;

type Say = Texts & {
  language: Language;
  /** For `Intl`. */
  locale: string;
};

/**
 * The language being rendered, and its strings. A browser sets the language once, before rendering, and adds strings as
 * they are needed. The server sets both synchronously for each page that it renders (`all-texts.ts`); at any other time
 * the strings are missing, and reading a string throws.
 */
// The object is filled before it is read; see above.
export const say = { language: "en", locale: "en-US" } as Say;
