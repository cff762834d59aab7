import { DEFAULT_LANGUAGE, type Language } from "#domain/language/language.ts";
import { LOCALES } from "#domain/language/locales.ts";
import { frameTexts as enFrame } from "#texts/en/frame.ts";
import { layoutTexts as enLayout } from "#texts/en/layout.ts";
import { stayTexts as enStay } from "#texts/en/stay.ts";
import { bookingTexts as enBooking } from "#texts/en/booking.ts";
import { problemsTexts as enProblems } from "#texts/en/problems.ts";
import { directTexts as enDirect } from "#texts/en/direct.ts";
import { ownTexts as enOwn } from "#texts/en/own.ts";
import { landingTexts as enLanding } from "#texts/en/landing.ts";
import { infoTexts as enInfo } from "#texts/en/info.ts";
import { payTexts as enPay } from "#texts/en/pay.ts";
import { picturesTexts as enPictures } from "#texts/en/pictures.ts";
import { nothingTexts as enNothing } from "#texts/en/nothing.ts";
import { placesTexts as enPlaces } from "#texts/en/places.ts";
import { mapTexts as enMap } from "#texts/en/map.ts";
import { otherTexts as enOther } from "#texts/en/other.ts";
import { privacyTexts as enPrivacy } from "#texts/en/privacy.ts";
import { termsTexts as enTerms } from "#texts/en/terms.ts";
import { frameTexts as deFrame } from "#texts/de/frame.ts";
import { layoutTexts as deLayout } from "#texts/de/layout.ts";
import { stayTexts as deStay } from "#texts/de/stay.ts";
import { bookingTexts as deBooking } from "#texts/de/booking.ts";
import { problemsTexts as deProblems } from "#texts/de/problems.ts";
import { directTexts as deDirect } from "#texts/de/direct.ts";
import { ownTexts as deOwn } from "#texts/de/own.ts";
import { landingTexts as deLanding } from "#texts/de/landing.ts";
import { infoTexts as deInfo } from "#texts/de/info.ts";
import { payTexts as dePay } from "#texts/de/pay.ts";
import { picturesTexts as dePictures } from "#texts/de/pictures.ts";
import { nothingTexts as deNothing } from "#texts/de/nothing.ts";
import { placesTexts as dePlaces } from "#texts/de/places.ts";
import { mapTexts as deMap } from "#texts/de/map.ts";
import { otherTexts as deOther } from "#texts/de/other.ts";
import { privacyTexts as dePrivacy } from "#texts/de/privacy.ts";
import { termsTexts as deTerms } from "#texts/de/terms.ts";
import { frameTexts as frFrame } from "#texts/fr/frame.ts";
import { layoutTexts as frLayout } from "#texts/fr/layout.ts";
import { stayTexts as frStay } from "#texts/fr/stay.ts";
import { bookingTexts as frBooking } from "#texts/fr/booking.ts";
import { problemsTexts as frProblems } from "#texts/fr/problems.ts";
import { directTexts as frDirect } from "#texts/fr/direct.ts";
import { ownTexts as frOwn } from "#texts/fr/own.ts";
import { landingTexts as frLanding } from "#texts/fr/landing.ts";
import { infoTexts as frInfo } from "#texts/fr/info.ts";
import { payTexts as frPay } from "#texts/fr/pay.ts";
import { picturesTexts as frPictures } from "#texts/fr/pictures.ts";
import { nothingTexts as frNothing } from "#texts/fr/nothing.ts";
import { placesTexts as frPlaces } from "#texts/fr/places.ts";
import { mapTexts as frMap } from "#texts/fr/map.ts";
import { otherTexts as frOther } from "#texts/fr/other.ts";
import { privacyTexts as frPrivacy } from "#texts/fr/privacy.ts";
import { termsTexts as frTerms } from "#texts/fr/terms.ts";
import { frameTexts as ruFrame } from "#texts/ru/frame.ts";
import { layoutTexts as ruLayout } from "#texts/ru/layout.ts";
import { stayTexts as ruStay } from "#texts/ru/stay.ts";
import { bookingTexts as ruBooking } from "#texts/ru/booking.ts";
import { problemsTexts as ruProblems } from "#texts/ru/problems.ts";
import { directTexts as ruDirect } from "#texts/ru/direct.ts";
import { ownTexts as ruOwn } from "#texts/ru/own.ts";
import { landingTexts as ruLanding } from "#texts/ru/landing.ts";
import { infoTexts as ruInfo } from "#texts/ru/info.ts";
import { payTexts as ruPay } from "#texts/ru/pay.ts";
import { picturesTexts as ruPictures } from "#texts/ru/pictures.ts";
import { nothingTexts as ruNothing } from "#texts/ru/nothing.ts";
import { placesTexts as ruPlaces } from "#texts/ru/places.ts";
import { mapTexts as ruMap } from "#texts/ru/map.ts";
import { otherTexts as ruOther } from "#texts/ru/other.ts";
import { privacyTexts as ruPrivacy } from "#texts/ru/privacy.ts";
import { termsTexts as ruTerms } from "#texts/ru/terms.ts";
import { frameTexts as esFrame } from "#texts/es/frame.ts";
import { layoutTexts as esLayout } from "#texts/es/layout.ts";
import { stayTexts as esStay } from "#texts/es/stay.ts";
import { bookingTexts as esBooking } from "#texts/es/booking.ts";
import { problemsTexts as esProblems } from "#texts/es/problems.ts";
import { directTexts as esDirect } from "#texts/es/direct.ts";
import { ownTexts as esOwn } from "#texts/es/own.ts";
import { landingTexts as esLanding } from "#texts/es/landing.ts";
import { infoTexts as esInfo } from "#texts/es/info.ts";
import { payTexts as esPay } from "#texts/es/pay.ts";
import { picturesTexts as esPictures } from "#texts/es/pictures.ts";
import { nothingTexts as esNothing } from "#texts/es/nothing.ts";
import { placesTexts as esPlaces } from "#texts/es/places.ts";
import { mapTexts as esMap } from "#texts/es/map.ts";
import { otherTexts as esOther } from "#texts/es/other.ts";
import { privacyTexts as esPrivacy } from "#texts/es/privacy.ts";
import { termsTexts as esTerms } from "#texts/es/terms.ts";
import { frameTexts as zhFrame } from "#texts/zh/frame.ts";
import { layoutTexts as zhLayout } from "#texts/zh/layout.ts";
import { stayTexts as zhStay } from "#texts/zh/stay.ts";
import { bookingTexts as zhBooking } from "#texts/zh/booking.ts";
import { problemsTexts as zhProblems } from "#texts/zh/problems.ts";
import { directTexts as zhDirect } from "#texts/zh/direct.ts";
import { ownTexts as zhOwn } from "#texts/zh/own.ts";
import { landingTexts as zhLanding } from "#texts/zh/landing.ts";
import { infoTexts as zhInfo } from "#texts/zh/info.ts";
import { payTexts as zhPay } from "#texts/zh/pay.ts";
import { picturesTexts as zhPictures } from "#texts/zh/pictures.ts";
import { nothingTexts as zhNothing } from "#texts/zh/nothing.ts";
import { placesTexts as zhPlaces } from "#texts/zh/places.ts";
import { mapTexts as zhMap } from "#texts/zh/map.ts";
import { otherTexts as zhOther } from "#texts/zh/other.ts";
import { privacyTexts as zhPrivacy } from "#texts/zh/privacy.ts";
import { termsTexts as zhTerms } from "#texts/zh/terms.ts";
import { say, type Texts } from "../lib/say.ts";

/** All strings in all languages, for the server, which renders the pages in every language. */
export const ALL_TEXTS: Record<Language, Texts> = {
  en: {
    frame: enFrame,
    layout: enLayout,
    stay: enStay,
    booking: enBooking,
    problems: enProblems,
    direct: enDirect,
    own: enOwn,
    landing: enLanding,
    info: enInfo,
    nothing: enNothing,
    pictures: enPictures,
    pay: enPay,
    places: enPlaces,
    map: enMap,
    other: enOther,
    privacy: enPrivacy,
    terms: enTerms,
  },
  de: {
    frame: deFrame,
    layout: deLayout,
    stay: deStay,
    booking: deBooking,
    problems: deProblems,
    direct: deDirect,
    own: deOwn,
    landing: deLanding,
    info: deInfo,
    nothing: deNothing,
    pictures: dePictures,
    pay: dePay,
    places: dePlaces,
    map: deMap,
    other: deOther,
    privacy: dePrivacy,
    terms: deTerms,
  },
  fr: {
    frame: frFrame,
    layout: frLayout,
    stay: frStay,
    booking: frBooking,
    problems: frProblems,
    direct: frDirect,
    own: frOwn,
    landing: frLanding,
    info: frInfo,
    nothing: frNothing,
    pictures: frPictures,
    pay: frPay,
    places: frPlaces,
    map: frMap,
    other: frOther,
    privacy: frPrivacy,
    terms: frTerms,
  },
  ru: {
    frame: ruFrame,
    layout: ruLayout,
    stay: ruStay,
    booking: ruBooking,
    problems: ruProblems,
    direct: ruDirect,
    own: ruOwn,
    landing: ruLanding,
    info: ruInfo,
    nothing: ruNothing,
    pictures: ruPictures,
    pay: ruPay,
    places: ruPlaces,
    map: ruMap,
    other: ruOther,
    privacy: ruPrivacy,
    terms: ruTerms,
  },
  es: {
    frame: esFrame,
    layout: esLayout,
    stay: esStay,
    booking: esBooking,
    problems: esProblems,
    direct: esDirect,
    own: esOwn,
    landing: esLanding,
    info: esInfo,
    nothing: esNothing,
    pictures: esPictures,
    pay: esPay,
    places: esPlaces,
    map: esMap,
    other: esOther,
    privacy: esPrivacy,
    terms: esTerms,
  },
  zh: {
    frame: zhFrame,
    layout: zhLayout,
    stay: zhStay,
    booking: zhBooking,
    problems: zhProblems,
    direct: zhDirect,
    own: zhOwn,
    landing: zhLanding,
    info: zhInfo,
    nothing: zhNothing,
    pictures: zhPictures,
    pay: zhPay,
    places: zhPlaces,
    map: zhMap,
    other: zhOther,
    privacy: zhPrivacy,
    terms: zhTerms,
  },
};

/** The parts of the site that have their own strings. */
export const textAreas: readonly string[] = Object.keys(ALL_TEXTS[DEFAULT_LANGUAGE]);

/**
 * Runs `work` in a language. `work` must be synchronous, because asynchronous work would continue in the language of
 * the next page.
 */
export function withTextsOf<T>(language: Language, work: () => T): T {
  const before = { ...say };
  Object.assign(say, ALL_TEXTS[language], { language, locale: LOCALES[language] });
  try {
    const result = work();
    if (result instanceof Promise) throw new Error("Asynchronous work would continue in the language of the next page");
    return result;
  } finally {
    for (const area of textAreas) Reflect.deleteProperty(say, area);
    Object.assign(say, before);
  }
}

/** For tests, which use English only. */
export function setEnglishTexts(): void {
  Object.assign(say, ALL_TEXTS[DEFAULT_LANGUAGE]);
}
