import type { Refusals } from "../en/refusals.ts";
import { formatsOf } from "../formats.ts";
import { pluralIn } from "../plural.ts";
import { nights, priceLines, stayRefusal } from "./stay.ts";

const plural = pluralIn("de");
const { amount, money } = formatsOf("de");

export const refusals = {
  "stay-refused": ({ refusal }) => stayRefusal(refusal),
  "code-refused": "Dieser Code gilt für diesen Aufenthalt nicht.",
  "code-held":
    "Sie nutzen diesen Code für einen anderen Aufenthalt, der noch nicht bezahlt ist. Um ihn hier zu nutzen, stornieren Sie jenen Aufenthalt, oder warten Sie, bis dessen Zahlungsfrist abgelaufen ist.",
  "code-accepted": "Der Code ist eingelöst.",
  "larger-discount": "Ihr Code ist gültig, aber ein anderer Rabatt ist höher und wurde stattdessen abgezogen.",
  "no-such-property": "Diese Unterkunft gibt es nicht.",
  "details-expired": "Ihre Angaben sind abgelaufen. Bitte senden Sie das Formular noch einmal ab.",
  "check-email":
    "Noch ein Schritt: Wir haben Ihnen eine E-Mail geschickt. Bitte öffnen Sie den Link darin innerhalb einer Stunde und klicken Sie dann noch einmal auf „Zahlungspflichtig buchen“.",
  "call-for-more-nights":
    "Diese Tage sind frei, aber online können wir diese Buchung nicht annehmen. Bitte rufen Sie uns an, um sie zu buchen.",
  "proofs-paused":
    "Wegen ungewöhnlich vieler Buchungsversuche können wir gerade keine E-Mail-Adressen bestätigen. Die Nächte sind noch frei: Bitte rufen Sie uns an, um zu buchen.",
  "dates-just-taken": "Diese Nächte wurden leider gerade vergeben. Bitte wählen Sie andere Reisedaten.",
  "other-price": ({ cents, currency, lines }) => {
    const sentences = lines.map((line) =>
      line.kind === "nights"
        ? `${nights(line.quantity)} × ${money(line.unitCents, currency)}`
        : `${priceLines.label(line, currency)}: ${money(line.amountCents, currency)}`,
    );
    return `Diese Nächte kosten zusammen ${money(cents, currency)} (${sentences.join(" + ")}). Das ist nicht der Preis, der Ihnen angezeigt wurde. Bitte prüfen Sie den neuen Gesamtpreis und klicken Sie dann noch einmal auf „Zahlungspflichtig buchen“.`;
  },
  "other-terms":
    "Die Stornierungsbedingungen haben sich geändert, seit Sie diese Seite geöffnet haben. Bitte prüfen Sie sie und versuchen Sie es dann noch einmal.",
  "other-stay":
    "Ihre Buchung hat sich geändert, seit Sie diese Seite geöffnet haben. Bitte prüfen Sie sie und versuchen Sie es dann noch einmal.",
  "cannot-check-dates":
    "Wir können diese Tage gerade nicht mit unseren anderen Kalendern abgleichen. Bitte versuchen Sie es in ein paar Minuten noch einmal.",
  "booking-not-found": "Wir konnten die gesuchte Buchung nicht finden.",
  "link-sent": "Wenn wir für diese Buchung eine E-Mail-Adresse haben, haben wir den Link dorthin geschickt.",
  "link-sent-if-found":
    "Wenn es eine Buchung mit dieser Nummer und E-Mail-Adresse gibt, haben wir den Link dorthin geschickt.",
  "call-for-link": "Wir können Ihnen den Link nicht per E-Mail schicken. Bitte rufen Sie uns wegen Ihrer Buchung an.",
  "email-not-corrected":
    "Hier können Sie die E-Mail-Adresse nicht ändern. Bitte rufen Sie uns an, wir korrigieren sie.",
  "reload-and-try-again": "Bitte laden Sie diese Seite neu und versuchen Sie es noch einmal.",
  "open-your-link":
    "Bitte öffnen Sie den Link zu Ihrer Buchung oder verwenden Sie den Browser, in dem Sie gebucht haben, und versuchen Sie es dann noch einmal.",
  "payment-just-in": "Für diesen Aufenthalt ist gerade eine Zahlung eingegangen. Bitte laden Sie die Seite neu.",
  "nothing-to-pay": "Im Moment ist nichts zu bezahlen.",
  "too-late-to-pay":
    "Für diese Buchung ist es zum Bezahlen zu spät. Die Nächte sind bald wieder frei, und Sie können neu buchen.",
  "payment-unreachable": "Kartenzahlung ist gerade nicht möglich. Bitte versuchen Sie es gleich noch einmal.",
  "no-such-receipt": "Diese Quittung gibt es nicht.",
  "payment-under-way": "Für diesen Aufenthalt läuft gerade eine Zahlung. Bitte versuchen Sie es gleich noch einmal.",
  "payment-page-open":
    "Die Zahlungsseite ist noch offen, und wir können sie nicht schließen, weil der Zahlungsanbieter nicht erreichbar ist. Bitte versuchen Sie es in ein paar Minuten noch einmal.",
  "new-nights-taken":
    "Einige dieser Nächte sind leider schon belegt, deshalb bleibt Ihre Buchung unverändert. Bitte wählen Sie andere Reisedaten.",
  "costs-now": ({ cents, currency }) =>
    `Der Aufenthalt kostet inzwischen ${amount(cents, currency)}. Bitte prüfen Sie den Preis noch einmal.`,
  "other-currency":
    "Bitte rufen Sie uns an, um die Reisedaten zu ändern: Seit Ihrer Buchung haben wir unsere Preise auf eine andere Währung umgestellt.",
  "nothing-to-change": "Ihre Buchung gilt bereits für diese Tage und diese Gästezahl.",
  "asked-for-other-dates":
    "Sie haben andere Reisedaten angefragt. Um auch die Gästezahl zu ändern, fragen Sie diese Reisedaten bitte noch einmal mit der neuen Gästezahl an.",
  "open-link-for-longer":
    "Um Ihren Aufenthalt zu verlängern, rufen Sie uns bitte an oder öffnen Sie zuerst den Link zu Ihrer Buchung, falls wir Ihnen einen gemailt haben.",
  "call-for-so-many-nights": "Um Ihren Aufenthalt zu verlängern, rufen Sie uns bitte an; wir helfen Ihnen gern.",
  "fee-now": ({ cents, currency }) =>
    `Die Stornogebühr beträgt jetzt ${amount(cents, currency)}. Bitte prüfen Sie sie und versuchen Sie es dann noch einmal.`,
  "offer-over":
    "Dieses Angebot wurde geändert oder ist abgelaufen. Bitte laden Sie die Seite neu oder rufen Sie uns an.",
  "already-cancelled": "Diese Buchung ist bereits storniert.",
  "begun-no-cancelling":
    "Ihr Aufenthalt hat schon begonnen, deshalb können Sie nicht mehr online stornieren. Bitte rufen Sie uns an.",
  "cancel-elsewhere":
    "Bitte stornieren Sie auf der Website, auf der Sie gebucht haben. Wir werden von dort benachrichtigt.",
  "cancelled-no-changing": "Diese Buchung ist storniert. Bitte buchen Sie neu.",
  "not-confirmed-yet": "Diese Buchung ist noch nicht bestätigt. Sobald sie bestätigt ist, können Sie sie ändern.",
  "begun-no-changing":
    "Ihr Aufenthalt hat schon begonnen, deshalb können Sie ihn nicht mehr online ändern. Bitte rufen Sie uns an.",
  "change-elsewhere":
    "Bitte ändern Sie Ihre Buchung auf der Website, auf der Sie gebucht haben. Wir werden von dort benachrichtigt.",
  "only-longer":
    "Die Frist für die kostenlose Stornierung ist abgelaufen, deshalb können Sie online nur noch Ihren Aufenthalt verlängern oder Gäste hinzufügen. Für andere Änderungen rufen Sie uns bitte an.",
  "whatsapp-number":
    "Bitte geben Sie für WhatsApp Ihre Nummer mit + und Ländervorwahl an, zum Beispiel +94 77 123 4567",
  "unknown-rating-link":
    "Dieser Link funktioniert nicht. Bitte kopieren Sie den vollständigen Link aus unserer Nachricht.",
  "stay-did-not-happen": "Dieser Aufenthalt hat nicht stattgefunden und kann daher nicht bewertet werden.",
  "stay-not-over": "Sie können Ihren Aufenthalt bewerten, sobald er beendet ist.",
  "rating-stands": "Ihre Bewertung ist älter als 14 Tage und kann nicht mehr geändert werden. Vielen Dank dafür!",
  "too-many-messages":
    "Sie haben uns heute schon sehr viele Nachrichten geschickt. Bitte rufen Sie uns an, oder schreiben Sie morgen wieder.",
  "picture-not-supported":
    "Diese Datei können wir nicht als Bild öffnen. Bitte wählen Sie ein Bild im Format JPEG, PNG oder WebP.",
  "picture-heic":
    "Das ist ein HEIC-Foto, das viele Programme nicht öffnen können. Bitte speichern Sie es als JPEG und wählen Sie diese Datei.",
  "picture-too-large": "Das ist zu groß. Bitte wählen Sie weniger Bilder auf einmal, mit je höchstens 10 MB.",
  "picture-damaged": "Dieses Bild ist beschädigt und lässt sich nicht öffnen. Bitte wählen Sie ein anderes.",
  "picture-gone": "Eines Ihrer Bilder ist nicht mehr vorhanden. Bitte wählen Sie es noch einmal.",
  "too-many-pictures":
    "Zu diesem Aufenthalt können keine weiteren Bilder hinzugefügt werden. Bitte senden Sie Ihre Nachricht ohne Bilder, oder rufen Sie uns an.",
  "pictures-not-stored":
    "Wir können gerade keine Bilder speichern. Bitte senden Sie Ihre Nachricht ohne Bilder, oder versuchen Sie es später noch einmal.",
  "pictures-busy": "Gerade werden andere Bilder gesendet. Bitte versuchen Sie es in einer Minute noch einmal.",
  "too-many-tries": ({ seconds }) => {
    const minutes = Math.ceil(seconds / 60);
    const wait =
      seconds < 90
        ? plural(seconds, { one: `${seconds} Sekunde`, other: `${seconds} Sekunden` })
        : plural(minutes, { one: `${minutes} Minute`, other: `${minutes} Minuten` });
    return `Zu viele Versuche in kurzer Zeit. Bitte warten Sie ${wait} und versuchen Sie es dann noch einmal.`;
  },
  unavailable:
    "Unsere Datenbank ist gerade nicht erreichbar. Es ist nichts verloren gegangen; bitte versuchen Sie es in ein paar Sekunden noch einmal.",
  "key-reused": "Von dieser Seite wurde schon etwas anderes gesendet. Bitte senden Sie dies noch einmal.",
  "from-another-site": "Diese Daten wurden von einer anderen Website gesendet und nicht angenommen.",
  "nothing-here": "Unter dieser Adresse gibt es nichts.",
  "too-large": "Es wurden zu viele Daten auf einmal gesendet.",
  failed: "Bei uns ist etwas schiefgegangen. Bitte versuchen Sie es in einem Moment noch einmal.",
  "check-form": "Bitte prüfen Sie das Formular.",
} satisfies Refusals;
