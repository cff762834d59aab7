import type { OwnTexts } from "../en/own.ts";
import { pluralIn } from "../plural.ts";

const plural = pluralIn("de");

export const ownTexts = {
  tab: "Ihre Buchung",
  notFound: {
    title: "Buchung nicht gefunden",
    text: "Wir konnten die gesuchte Buchung nicht finden.",
    hint: "Bitte prüfen Sie, ob Sie den vollständigen Link kopiert haben. Wenn er trotzdem nicht funktioniert, rufen Sie uns an oder schreiben Sie uns. Unsere Kontaktdaten finden Sie unten auf der Startseite.",
    book: "Aufenthalt buchen",
  },
  cannotLoad: {
    title: "Wir können Ihre Buchung gerade nicht anzeigen",
    text: "Ihre Buchung ist gespeichert. Bitte laden Sie diese Seite gleich noch einmal.",
  },
  loading: "Ihre Buchung wird geladen …",
  refused: "Das hat nicht geklappt",
  heading: {
    upcoming: "Ihr Aufenthalt ist gebucht",
    confirmed: "Ihr Aufenthalt ist bestätigt",
    pending: "Wir haben Ihre Anfrage an den Gastgeber weitergeleitet",
    "checked-in": "Willkommen im Haus",
    "checked-out": "Vielen Dank für Ihren Aufenthalt",
    completed: "Vielen Dank für Ihren Aufenthalt",
    cancelled: "Diese Buchung ist storniert",
    payment: "Bezahlen Sie, um Ihre Buchung abzuschließen",
    offer: "Unser Angebot für Sie",
    email: "Öffnen Sie unsere E-Mail, um Ihre Buchung fortzusetzen",
  },
  ended: {
    request: "Der Gastgeber konnte Ihre Anfrage nicht annehmen",
    offer: "Dieses Angebot gilt nicht mehr",
    unverified: "Die Frist zur Bestätigung Ihrer E-Mail-Adresse ist abgelaufen",
    unpaid: "Die Zahlungsfrist ist abgelaufen",
    nothingToPay: "Es wurde nichts gebucht, und Sie müssen nichts bezahlen.",
  },
  reference: (reference) => `Ihre Buchungsnummer ist <b>${reference}</>`,
  yourStay: "Ihr Aufenthalt",
  guest: "Gast",
  price: "Preis",
  nights: "Nächte",
  guests: "Gäste",
  name: "Name",
  email: "E-Mail",
  phone: "Telefon",
  address: "Adresse",
  contact: "Kontakt",
  notGiven: "Nicht angegeben",
  requests: "Besondere Wünsche",
  after: "Nach der Buchung",
  guestInfo: "Informationen für Gäste",
  thingsToDo: "Ausflugsziele in der Nähe",
  line: (label, nights, price) => `${label}, ${nights} × ${price}`,
  total: "Gesamtpreis",
  noPrice: "Diese Buchung ist storniert, ihr Preis gilt nicht mehr.",
  fee: "Stornogebühr",
  none: "Keine",
  totalToPay: "Zu zahlen",
  cancellation: {
    free: "Die Stornierung ist kostenlos.",
    atMost: (amount) =>
      amount === null
        ? "Bei einer Stornierung zahlen Sie höchstens den Preis einer Nacht."
        : `Bei einer Stornierung zahlen Sie höchstens ${amount}.`,
    until: (until, amount, later) =>
      [
        `Sie können bis ${until} kostenlos stornieren.`,
        amount === null
          ? "Danach fällt der Preis einer Nacht als Stornogebühr an."
          : `Danach beträgt die Stornogebühr ${amount}.`,
        ...later.map((fee) => `Ab ${fee.from} beträgt sie ${fee.amount}.`),
      ].join(" "),
  },
  next: {
    title: "Wie es weitergeht",
    settled: "Sie müssen nichts weiter tun.",
    again: "Möchten Sie ein andermal kommen? <link>Freie Termine ansehen</>.",
    saveEmail: "Bewahren Sie unsere E-Mail auf: Der Link darin öffnet diese Seite auf jedem Gerät.",
    savePage:
      "Speichern oder drucken Sie diese Seite oder setzen Sie ein Lesezeichen: Über die Adresse der Seite öffnen Sie Ihre Buchung wieder.",
    tellUs: (time) =>
      `Sagen Sie uns telefonisch oder per E-Mail, wann Sie voraussichtlich ankommen. Die Anreise ist ab ${time} Uhr möglich.`,
    read: "Lesen Sie die <rules>Hausregeln</> und die <way>Wegbeschreibung</>.",
  },
  waiting: {
    payment: (until) =>
      `Wir halten die Nächte bis ${until} für Sie frei. Ihr Aufenthalt ist gebucht, sobald Sie bezahlt haben.`,
    host: (until) =>
      `Wir haben Ihre Anfrage erhalten und halten die Nächte bis ${until} für Sie frei. Bis dahin antwortet der Gastgeber. Bis er zusagt, ist nichts zu bezahlen.`,
    guest: (until, email) =>
      `Wir halten diese Nächte bis ${until} für Sie frei. Wir haben eine E-Mail an <b>${email}</> geschickt: Öffnen Sie den Link darin, auf einem beliebigen Gerät, um fortzufahren. Sie müssen nichts noch einmal ausfüllen.`,
    sendAgain: "E-Mail erneut senden",
  },
  offer: {
    held: (until) => `Wir halten diese Nächte bis ${until} für Sie frei. Der Preis unten ist unser Angebot.`,
    toBook: "Um zu buchen, nehmen Sie das Angebot an.",
    agree: "Mit der Annahme stimmen Sie unseren <terms>Buchungs- und Stornierungsbedingungen</> zu.",
    accept: (total) => `Für ${total} zahlungspflichtig buchen`,
  },
  changeAsked: {
    byEmail: (dates, guests, total, until) =>
      `Wir haben den Gastgeber gebeten, Ihre Buchung zu ändern: <b>${dates}, ${guests}, ${total}</>. Wir halten diese Nächte und Ihre bisherigen bis ${until} frei. Die Antwort schicken wir Ihnen per E-Mail. Bis dahin bleibt Ihre Buchung, wie sie ist.`,
    here: (dates, guests, total, until) =>
      `Wir haben den Gastgeber gebeten, Ihre Buchung zu ändern: <b>${dates}, ${guests}, ${total}</>. Wir halten diese Nächte und Ihre bisherigen bis ${until} frei. Die Antwort finden Sie auf dieser Seite. Bis dahin bleibt Ihre Buchung, wie sie ist.`,
  },
  done: {
    cancelled: "Ihre Buchung ist kostenlos storniert.",
    cancelledFee: (fee) => `Ihre Buchung ist storniert. Die Stornogebühr beträgt ${fee}.`,
    changed: "Ihre Buchung wurde geändert. Hier sind die neuen Angaben.",
    emailed: (address) => `Vielen Dank. Wir haben den Link zu Ihrer Buchung an ${address} geschickt.`,
  },
  subject: (reference) => `Buchung ${reference}`,
  question: "Stellen Sie uns eine Frage",
  arriving: {
    title: "Anreise",
    from: (from) =>
      `Alles, was Sie für Ihre Ankunft brauchen, finden Sie auf dieser Seite von <b>${from}</> bis zu Ihrer Abreise.`,
    way: "So finden Sie uns",
    map: "Route anzeigen",
    in: "So kommen Sie ins Haus",
    wifi: "WLAN",
    password: "Passwort",
    qr: (wifi) => `QR-Code für das WLAN ${wifi}`,
    point: "Zum Verbinden die Kamera auf den Code richten",
    openLink: (email) =>
      `Um die Informationen zu Ihrer Ankunft hier zu sehen, öffnen Sie bitte den Link in der E-Mail, die wir an <b>${email}</> geschickt haben. Wir zeigen sie ab dem dritten Tag vor Ihrer Anreise bis zu Ihrer Abreise.`,
    call: (phone) =>
      `Für die Informationen zu Ihrer Ankunft rufen Sie uns bitte unter <a>${phone}</> an. Halten Sie Ihre Buchungsnummer bereit.`,
  },
  emailNotice: {
    waiting: (email) => `Unsere E-Mails zu diesem Aufenthalt gehen an <b>${email}</>.`,
    details: (email) => `Wir haben die Einzelheiten Ihrer Buchung an <b>${email}</> geschickt.`,
    wrong: "Falsche Adresse? Hier korrigieren",
    save: "Speichern und Link zusenden",
  },
  sendLink: {
    button: "Link zusenden",
    sent: "Wenn wir für diese Buchung eine E-Mail-Adresse haben, haben wir den Link dorthin geschickt.",
  },
  masked:
    "Zum Schutz Ihrer Daten werden persönliche Angaben hier nicht angezeigt. Um diese Buchung zu sehen und zu verwalten, öffnen Sie diese Seite in dem Browser, in dem Sie gebucht haben, oder den Link zu Ihrer Buchung, falls wir Ihnen einen geschickt haben.",
  conversation: {
    title: "Nachrichten",
    intro:
      "Schreiben Sie hier Ihrem Gastgeber. Die Antwort finden Sie auf dieser Seite, und wir schicken sie Ihnen per E-Mail.",
    introWithoutMail: "Schreiben Sie hier Ihrem Gastgeber. Die Antwort finden Sie auf dieser Seite.",
    none: "Noch keine Nachrichten.",
    byGuest: (at, byEmail) => (byEmail ? `<b>Sie</>, ${at}, per E-Mail` : `<b>Sie</>, ${at}`),
    byHost: (at, byEmail) => (byEmail ? `<b>Ihr Gastgeber</>, ${at}, per E-Mail` : `<b>Ihr Gastgeber</>, ${at}`),
    sent: { email: "Per E-Mail an Sie gesendet", whatsapp: "Per WhatsApp an Sie gesendet" },
    sentAt: {
      email: (at) => `Per E-Mail an Sie gesendet: ${at}`,
      whatsapp: (at) => `Per WhatsApp an Sie gesendet: ${at}`,
    },
    sentText:
      "Reisedaten und Türcodes können hier von der gesendeten Nachricht abweichen. Die aktuellen Reisedaten finden Sie weiter oben auf dieser Seite.",
    label: "Ihre Nachricht",
    pictures: "Bilder",
    picturesHint: (most) => `Bis zu ${most}, als JPEG, PNG oder WebP, je höchstens 10 MB.`,
    ready: "Bereit zum Senden mit Ihrer Nachricht",
    picture: (place, of) => `Bild ${place} von ${of}`,
    openPicture: (picture) => `${picture}, in voller Größe öffnen`,
    send: "Nachricht senden",
    done: "Ihre Nachricht ist an Ihren Gastgeber gesendet.",
    reading: {
      off: "Ihr Gastgeber sieht nicht, welche Nachrichten Sie gelesen haben.",
      on: "Ihr Gastgeber sieht, welche Nachrichten Sie gelesen haben.",
      turnOn: "Dem Gastgeber anzeigen",
      turnOff: "Nicht mehr anzeigen",
    },
  },
  keep: {
    title: "Buchung speichern",
    stayAt: (cottage) => `Aufenthalt in ${cottage}`,
    file: "Zum Kalender hinzufügen (.ics)",
    print: "Drucken",
    share: "Teilen",
    copied: "Link kopiert",
    copiedAbout: "Er zeigt Ihren Aufenthalt, aber weder Ihren Namen noch Ihre Kontaktdaten.",
    notShared: (address) => `Das Teilen hat nicht geklappt. Bitte kopieren Sie diesen Link: ${address}`,
  },
  payment: {
    title: "Zahlung",
    paid: "Bezahlt",
    refunded: "Erstattet",
    now: "Jetzt zu zahlen",
    dueOn: (day) => `Fällig am ${day}`,
    dueLater: "Später fällig",
    refund: "Wird Ihnen erstattet",
    pay: (amount) => `${amount} bezahlen`,
    payRest: (amount) => `Restbetrag von ${amount} bezahlen`,
    receipt: (number) => `Quittung ${number}`,
    testMode: "Testmodus: Es fließt kein echtes Geld",
  },
  acts: {
    title: "Ändern oder stornieren",
    change: "Reisedaten oder Gästezahl ändern",
    cancel: "Diese Buchung stornieren",
    withNights: (message, booked) => `${message} ${booked}.`,
    free: "Sie können jetzt <b>kostenlos</> stornieren. Andere Gäste können Ihre Nächte sofort buchen, deshalb lässt sich das nicht rückgängig machen.",
    costs: (fee) =>
      `Die Frist für die kostenlose Stornierung ist abgelaufen. Eine Stornierung kostet jetzt <b>${fee}</>. Andere Gäste können Ihre Nächte sofort buchen, deshalb lässt sich das nicht rückgängig machen.`,
    cancelNow: "Buchung stornieren",
    cancelFor: (fee) => `Buchung für ${fee} stornieren`,
    getBack: (back, paid) => `Von den ${paid}, die Sie bezahlt haben, erhalten Sie ${back} zurück.`,
    getNothingBack: (paid) => `Von den ${paid}, die Sie bezahlt haben, erhalten Sie nichts zurück.`,
  },
  change: {
    show: "Neuen Preis anzeigen",
    noPrice: "Wir konnten den Preis gerade nicht ermitteln. Bitte versuchen Sie es gleich noch einmal.",
    taken: (booked) => `${booked}. Bitte wählen Sie andere Reisedaten.`,
    offer: (dates, nights, guests, total, before) => `${dates}, ${nights}, ${guests}: <b>${total}</> statt ${before}.`,
    same: "Der Preis bleibt gleich.",
    more: (amount) => `${amount} mehr als bisher.`,
    less: (amount) => `${amount} weniger als bisher.`,
    freeUntil: (until) => `Die geänderte Buchung können Sie bis ${until} kostenlos stornieren.`,
    leftToPay: (paid, left) => `Sie haben ${paid} bezahlt. Nach der Änderung sind noch ${left} zu bezahlen.`,
    nothingLeft: (paid) => `Sie haben ${paid} bezahlt. Nach der Änderung ist nichts mehr zu bezahlen.`,
    paidMore: (paid, more) =>
      `Sie haben ${paid} bezahlt, das sind ${more} mehr als der neue Preis. Die Differenz erstattet Ihnen der Gastgeber.`,
    asksHost:
      "Diese Änderung muss der Gastgeber bestätigen. Wir halten diese und Ihre bisherigen Nächte frei, bis er antwortet. Wenn er ablehnt oder nicht rechtzeitig antwortet, bleibt Ihre Buchung, wie sie ist.",
    ask: "Diese Änderung beim Gastgeber anfragen",
    confirm: "Buchung ändern",
    keep: "Gebuchte Reisedaten behalten",
  },
  find: {
    title: "Buchung finden",
    lead: "Geben Sie Ihre Buchungsnummer und die E-Mail-Adresse ein, mit der Sie gebucht haben. Wir schicken Ihnen den Link zu Ihrer Buchung.",
    done: "Wenn es eine Buchung mit dieser Nummer und E-Mail-Adresse gibt, haben wir den Link dorthin geschickt. Wir schicken ihn höchstens einmal pro Stunde; bitte suchen Sie auch nach einer früheren E-Mail.",
    /** If no email can be sent. */
    call: (phone) =>
      `Bei allen Fragen zu Ihrer Buchung rufen Sie uns bitte unter <a>${phone}</> an. Halten Sie Ihre Buchungsnummer bereit.`,
    noReference: (phone) =>
      `Sie haben Ihre Buchungsnummer nicht zur Hand, oder es kommt keine E-Mail an? Rufen Sie uns an: <a>${phone}</>.`,
    reference: "Buchungsnummer",
    referenceHint: "Sie sieht aus wie LK-7F3KQ9X2 und steht in der Buchungs-E-Mail.",
    send: "Link zusenden",
  },
  rate: {
    tab: "Wie war Ihr Aufenthalt?",
    loading: "Ihr Aufenthalt wird geladen …",
    unknown: "Dieser Link funktioniert nicht",
    unknownText: "Bitte kopieren Sie den vollständigen Link aus unserer Nachricht.",
    cannotOpen: "Wir können Ihren Aufenthalt gerade nicht öffnen",
    reload: "Bitte laden Sie diese Seite gleich noch einmal.",
    title: (cottage) => `Wie war Ihr Aufenthalt in ${cottage}?`,
    thanks: (name) => `Vielen Dank, ${name}!`,
    done: "Wir haben Ihre Bewertung an den Gastgeber weitergegeben. Sie können sie hier bis 14 Tage nach dem ersten Absenden ändern.",
    legend: "Ihre Bewertung",
    words: ["Schlecht", "Mäßig", "Gut", "Sehr gut", "Wunderbar"],
    stars: (count) => plural(count, { one: `${count} Stern`, other: `${count} Sterne` }),
    more: "Erzählen Sie uns mehr (optional)",
    moreHint: "Der Gastgeber liest es und kann es mit Ihrem Vornamen und dem Monat auf dieser Website veröffentlichen.",
    send: "Bewertung senden",
    change: "Bewertung ändern",
    choose: "Bitte wählen Sie ein bis fünf Sterne",
    failed: "Wir konnten Ihre Bewertung nicht senden. Bitte versuchen Sie es noch einmal.",
  },
} satisfies OwnTexts;
