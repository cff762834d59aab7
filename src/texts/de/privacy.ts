import type { PrivacyTexts } from "../en/privacy.ts";
import { pluralIn } from "../plural.ts";

const plural = pluralIn("de");

export const privacyTexts = {
  title: "Datenschutz",
  about: "Welche Daten wir von Besuchern und Gästen speichern, warum und wie lange, und wie Sie sie löschen lassen.",
  lead: "Wir speichern nur, was wir für Ihren Aufenthalt brauchen, und nur so lange wie nötig.",
  looking: {
    title: "Wenn Sie sich umsehen",
    text: "Wir verwenden keine Cookies, kein Tracking und nichts von anderen Unternehmen. Wie bei jeder Website sieht unser Server Ihre IP-Adresse, während er Ihnen eine Seite schickt. Wir zeichnen sie nicht auf.",
    map: (host) =>
      `Eine Ausnahme: Wenn Sie auf der Seite zur Lage die genaue Karte öffnen, lädt Ihr Browser deren Bilder von ${host}; dieser Anbieter sieht dann Ihre IP-Adresse.`,
  },
  booking: {
    title: "Wenn Sie buchen",
    person: "<b>Name, E-Mail und Telefon</>, damit wir wissen, wer kommt, und Sie erreichen können.",
    personFor: (months) =>
      `<b>Name, E-Mail und Telefon</>, damit wir wissen, wer kommt, und Sie erreichen können; gespeichert bis ${plural(months, { one: "1 Monat", other: `${months} Monate` })} nach der Abreise, danach gelöscht.`,
    words:
      "<b>Besondere Wünsche und Nachrichten mit ihren Bildern</>, um Ihren Aufenthalt vorzubereiten; gespeichert bis 90 Tage nach der Abreise.",
    rating:
      "<b>Ihre Bewertung</>, falls Sie eine abgeben. Der Gastgeber kann sie mit Ihrem Vornamen und dem Monat auf dieser Website veröffentlichen. Der Text wird zusammen mit Ihrem Namen gelöscht; die Zahl der Sterne bleibt gespeichert.",
    stay: "<b>Reisedaten, Zahl der Gäste, Preis und Zahlungen</>, weil die gesetzliche Buchführungspflicht es verlangt; wir bewahren sie ohne Ihren Namen auf.",
    cookie:
      "<b>Ein Cookie</>, mit dem dieser Browser Ihre Buchung öffnen kann. Es wird gesetzt, wenn Sie buchen oder den Link öffnen, den wir Ihnen schicken.",
    marks:
      "<b>Ein nicht umkehrbarer Code (Hashwert) aus Ihrer IP-Adresse, E-Mail-Adresse und Telefonnummer</> für 30 Tage, um automatisierte Buchungen zu verhindern. Daraus kann niemand Ihre Angaben ablesen.",
    payments: (provider) =>
      `Wenn Sie online bezahlen, tun Sie das auf der Seite von ${provider}; dort wird die Zahlung für uns angenommen. Wir übermitteln Ihre E-Mail-Adresse, den Betrag und die Buchungsnummer sowie, falls dort verlangt, Ihren Namen und Ihre Telefonnummer; Ihre Kartennummer erreicht uns nie. Der Zahlungsanbieter bewahrt auf, was das Gesetz von ihm verlangt, und wir bewahren Beträge, Zahlungstage und Referenznummern der Zahlungen für unsere Buchhaltung auf.`,
    whatsapp:
      "Wenn Sie Nachrichten über WhatsApp wünschen, stellt Meta sie für uns zu: Wir übermitteln Ihre Telefonnummer und die Nachricht mit Ihrem Namen, Ihren Reisedaten und dem Link zu Ihrer Buchung. Antworten Sie mit STOP, um keine mehr zu erhalten.",
    push: "Das Telefon des Gastgebers kann über den Push-Dienst seines Browsers (Google, Mozilla, Apple oder Microsoft) über eine Buchung benachrichtigt werden. Eine solche Nachricht ist für dieses Telefon verschlüsselt; der Dienst kann sie nicht lesen.",
    backups: (days) =>
      `Gelöschte Daten verschwinden auch aus unseren Sicherungskopien, sobald diese ersetzt werden: nach ${plural(days, { one: "einem Tag", other: `${days} Tagen` })}.`,
  },
  rights: {
    title: "Ihre Rechte",
    text: "Sie können jederzeit verlangen, dass wir Ihnen Ihre Daten zeigen oder herausgeben, sie berichtigen oder löschen.",
    contact: (email, phone) => `Schreiben Sie an <email>${email}</> oder rufen Sie an: <phone>${phone}</>.`,
  },
} satisfies PrivacyTexts;
