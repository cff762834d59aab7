import type { OwnTexts } from "../en/own.ts";
import { pluralIn } from "../plural.ts";

const plural = pluralIn("es");

export const ownTexts = {
  tab: "Su reserva",
  notFound: {
    title: "Reserva no encontrada",
    text: "No hemos encontrado la reserva que busca.",
    hint: "Compruebe que ha copiado el enlace completo. Si sigue sin funcionar, llámenos o escríbanos. Encontrará nuestros datos al final de la página de inicio.",
    book: "Reservar una estancia",
  },
  cannotLoad: {
    title: "Ahora mismo no podemos mostrar su reserva",
    text: "Su reserva sigue registrada. Vuelva a cargar esta página en un momento.",
  },
  loading: "Cargando su reserva…",
  refused: "No se ha podido hacer",
  heading: {
    upcoming: "Su estancia está reservada",
    confirmed: "Su estancia está confirmada",
    pending: "Hemos enviado su solicitud al anfitrión",
    "checked-in": "Le damos la bienvenida a la casa",
    "checked-out": "Gracias por su estancia",
    completed: "Gracias por su estancia",
    cancelled: "Esta reserva está cancelada",
    payment: "Pague para completar su reserva",
    offer: "Nuestra oferta para usted",
    email: "Consulte su correo para continuar con su reserva",
  },
  ended: {
    request: "El anfitrión no ha podido aceptar su solicitud",
    offer: "Esta oferta ha terminado",
    unverified: "El plazo para confirmar su dirección de correo electrónico ha terminado",
    unpaid: "El plazo de pago ha terminado",
    nothingToPay: "No se ha reservado nada y no tiene que pagar nada.",
  },
  reference: (reference) => `Su número de reserva es <b>${reference}</>`,
  yourStay: "Su estancia",
  guest: "Huésped",
  price: "Precio",
  nights: "Noches",
  guests: "Huéspedes",
  name: "Nombre",
  email: "Correo electrónico",
  phone: "Teléfono",
  address: "Dirección",
  contact: "Contacto",
  notGiven: "No indicado",
  requests: "Peticiones especiales",
  after: "Después de reservar",
  guestInfo: "Información para huéspedes",
  thingsToDo: "Qué ver en los alrededores",
  line: (label, nights, price) => `${label}, ${nights} × ${price}`,
  total: "Total",
  noPrice: "Esta reserva está cancelada, por lo que su precio ya no se aplica.",
  fee: "Gastos de cancelación",
  none: "Ninguno",
  totalToPay: "Total a pagar",
  cancellation: {
    free: "La cancelación es gratuita.",
    atMost: (amount) =>
      amount === null
        ? "Si cancela, pagará como máximo el precio de una noche."
        : `Si cancela, pagará como máximo ${amount}.`,
    until: (until, amount, later) =>
      [
        `La cancelación es gratuita hasta el ${until}.`,
        amount === null
          ? "Después, los gastos equivalen al precio de una noche."
          : `Después, los gastos son de ${amount}.`,
        ...later.map((fee) => `Desde el ${fee.from} son de ${fee.amount}.`),
      ].join(" "),
  },
  next: {
    title: "Próximos pasos",
    settled: "No tiene que hacer nada más.",
    again: "¿Le gustaría venir en otra ocasión? <link>Vea qué fechas están libres</>.",
    saveEmail: "Guarde nuestro correo: su enlace vuelve a abrir esta página en cualquier dispositivo.",
    savePage: "Guarde, imprima o añada a favoritos esta página: su dirección vuelve a abrir la reserva.",
    tellUs: (time) => `Díganos por teléfono o correo a qué hora piensa llegar. La llegada es a partir de las ${time}.`,
    read: "Lea las <rules>normas de la casa</> y consulte <way>cómo encontrarnos</>.",
  },
  waiting: {
    payment: (until) =>
      `Le guardamos estas noches hasta el ${until}. Su estancia quedará reservada en cuanto haya pagado.`,
    host: (until) =>
      `Hemos recibido su solicitud y le guardamos estas noches hasta el ${until}. El anfitrión responderá antes. No hay nada que pagar hasta que la acepte.`,
    guest: (until, email) =>
      `Le guardamos estas noches hasta el ${until}. Hemos enviado un correo a <b>${email}</>: abra su enlace, en cualquier dispositivo, para continuar. No tiene que rellenar nada de nuevo.`,
    sendAgain: "Enviar el correo de nuevo",
  },
  offer: {
    held: (until) => `Le guardamos estas noches hasta el ${until}. El precio de abajo es nuestra oferta.`,
    toBook: "Para reservar, acepte la oferta.",
    agree: "Al aceptar la oferta, acepta nuestras <terms>condiciones de reserva y de cancelación</>.",
    accept: (total) => `Reservar con obligación de pago por ${total}`,
  },
  changeAsked: {
    byEmail: (dates, guests, total, until) =>
      `Hemos pedido al anfitrión que cambie su reserva: <b>${dates}, ${guests}, ${total}</>. Le guardamos esas noches y las actuales hasta el ${until}. Le enviaremos la respuesta por correo. Hasta entonces, su reserva no cambia.`,
    here: (dates, guests, total, until) =>
      `Hemos pedido al anfitrión que cambie su reserva: <b>${dates}, ${guests}, ${total}</>. Le guardamos esas noches y las actuales hasta el ${until}. Encontrará la respuesta en esta página. Hasta entonces, su reserva no cambia.`,
  },
  done: {
    cancelled: "Su reserva está cancelada, sin gastos.",
    cancelledFee: (fee) => `Su reserva está cancelada. Los gastos de cancelación son de ${fee}.`,
    changed: "Su reserva se ha cambiado. Estos son los nuevos datos.",
    emailed: (address) => `Gracias. Hemos enviado el enlace de su reserva a ${address}.`,
  },
  subject: (reference) => `Reserva ${reference}`,
  question: "Háganos una pregunta",
  arriving: {
    title: "Su llegada",
    from: (from) => `La información para su llegada aparecerá en esta página desde el <b>${from}</> hasta su salida.`,
    way: "Cómo encontrarnos",
    map: "Ver la ruta en el mapa",
    in: "Cómo entrar",
    wifi: "Wifi",
    password: "Contraseña",
    qr: (wifi) => `Código QR para conectarse al wifi ${wifi}`,
    point: "Apunte con la cámara para conectarse",
    openLink: (email) =>
      `Para ver aquí la información para su llegada, abra el enlace del correo que enviamos a <b>${email}</>. Se muestra desde 3 días antes de su llegada hasta su salida.`,
    call: (phone) =>
      `Para recibir la información para su llegada, llámenos al <a>${phone}</>. Tenga a mano su número de reserva.`,
  },
  emailNotice: {
    waiting: (email) => `Los correos sobre esta estancia se envían a <b>${email}</>.`,
    details: (email) => `Hemos enviado los datos de su reserva a <b>${email}</>.`,
    wrong: "¿Dirección equivocada? Corríjala",
    save: "Guardar y enviarme el enlace",
  },
  sendLink: {
    button: "Enviarme el enlace",
    sent: "Si tenemos un correo electrónico para esta reserva, le hemos enviado el enlace.",
  },
  masked:
    "Por privacidad, los datos personales no se muestran aquí. Para ver y gestionar esta reserva, abra esta página en el navegador con el que reservó, o abra el enlace de su reserva si se lo hemos enviado.",
  conversation: {
    title: "Mensajes",
    intro: "Escriba aquí a su anfitrión. Encontrará la respuesta en esta página y se la enviaremos por correo.",
    introWithoutMail: "Escriba aquí a su anfitrión. Encontrará la respuesta en esta página.",
    none: "Todavía no hay mensajes.",
    byGuest: (at, byEmail) => (byEmail ? `<b>Usted</>, ${at}, por correo` : `<b>Usted</>, ${at}`),
    byHost: (at, byEmail) => (byEmail ? `<b>Su anfitrión</>, ${at}, por correo` : `<b>Su anfitrión</>, ${at}`),
    sent: { email: "Mensaje enviado por correo", whatsapp: "Mensaje enviado por WhatsApp" },
    sentAt: {
      email: (at) => `Enviado por correo: ${at}`,
      whatsapp: (at) => `Enviado por WhatsApp: ${at}`,
    },
    sentText:
      "Aquí, las fechas y los códigos de acceso pueden diferir de los del mensaje enviado. Las fechas vigentes están más arriba en esta página.",
    label: "Su mensaje",
    pictures: "Imágenes",
    picturesHint: (most) => `Hasta ${most}, en JPEG, PNG o WebP, de 10 MB como máximo cada una.`,
    ready: "Para enviar con su mensaje",
    picture: (place, of) => `Imagen ${place} de ${of}`,
    openPicture: (picture) => `${picture}, abrir a tamaño completo`,
    send: "Enviar mensaje",
    done: "Su mensaje se ha enviado a su anfitrión.",
    reading: {
      off: "Su anfitrión no ve qué mensajes ha leído usted.",
      on: "Su anfitrión ve qué mensajes ha leído usted.",
      turnOn: "Mostrárselo a mi anfitrión",
      turnOff: "No mostrárselo",
    },
  },
  keep: {
    title: "Guardar su reserva",
    stayAt: (cottage) => `Estancia en ${cottage}`,
    file: "Añadir al calendario (.ics)",
    print: "Imprimir",
    share: "Compartir",
    copied: "Enlace copiado",
    copiedAbout: "Muestra su estancia, pero no su nombre ni sus datos de contacto.",
    notShared: (address) => `No se ha podido compartir. Copie este enlace: ${address}`,
  },
  payment: {
    title: "Pago",
    paid: "Pagado",
    refunded: "Devuelto",
    now: "A pagar ahora",
    dueOn: (day) => `A pagar el ${day}`,
    dueLater: "A pagar más adelante",
    refund: "Pendiente de devolución",
    pay: (amount) => `Pagar ${amount}`,
    payRest: (amount) => `Pagar el resto, ${amount}`,
    receipt: (number) => `Recibo ${number}`,
    testMode: "Modo de prueba: no se mueve dinero real",
  },
  acts: {
    title: "Cambiar o cancelar",
    change: "Cambiar las fechas o el número de huéspedes",
    cancel: "Cancelar esta reserva",
    withNights: (message, booked) => `${message} ${booked}.`,
    free: "Ahora puede cancelar <b>gratis</>. Otras personas podrán reservar sus noches enseguida: la cancelación es definitiva.",
    costs: (fee) =>
      `El plazo de cancelación gratuita ha terminado. Cancelar ahora cuesta <b>${fee}</>. Otras personas podrán reservar sus noches enseguida: la cancelación es definitiva.`,
    cancelNow: "Cancelar mi reserva",
    cancelFor: (fee) => `Cancelar mi reserva por ${fee}`,
    getBack: (back, paid) => `De lo que ha pagado (${paid}), se le devolverán ${back}.`,
    getNothingBack: (paid) => `De lo que ha pagado (${paid}), no se le devolverá nada.`,
  },
  change: {
    show: "Mostrar el nuevo precio",
    noPrice: "No hemos podido obtener el precio. Inténtelo de nuevo en un momento.",
    taken: (booked) => `${booked}. Elija otras fechas.`,
    offer: (dates, nights, guests, total, before) =>
      `${dates}, ${nights}, ${guests}: <b>${total}</> en lugar de ${before}.`,
    same: "El precio no cambia.",
    more: (amount) => `${amount} más que antes.`,
    less: (amount) => `${amount} menos que antes.`,
    freeUntil: (until) => `Puede cancelar gratis la reserva modificada hasta el ${until}.`,
    leftToPay: (paid, left) => `Ha pagado ${paid}. Quedarán ${left} por pagar.`,
    nothingLeft: (paid) => `Ha pagado ${paid}. No quedará nada por pagar.`,
    paidMore: (paid, more) =>
      `Ha pagado ${paid}, ${more} más que el nuevo precio; el anfitrión le devolverá la diferencia.`,
    asksHost:
      "El anfitrión tiene que confirmar este cambio. Guardamos estas noches y las actuales hasta que responda. Si no acepta o no responde a tiempo, su reserva seguirá como está.",
    ask: "Pedir este cambio al anfitrión",
    confirm: "Cambiar mi reserva",
    keep: "Conservar mis fechas reservadas",
  },
  find: {
    title: "Buscar mi reserva",
    lead: "Escriba su número de reserva y el correo con el que reservó. Le enviaremos el enlace a su reserva.",
    done: "Si existe una reserva con este número y este correo, hemos enviado el enlace a esa dirección. Lo enviamos como máximo una vez por hora; busque también un correo anterior.",
    /** If no email can be sent. */
    call: (phone) =>
      `Para cualquier asunto sobre su reserva, llámenos al <a>${phone}</>. Tenga a mano su número de reserva.`,
    noReference: (phone) => `¿No tiene el número de reserva o no le llega el correo? Llámenos al <a>${phone}</>.`,
    reference: "Número de reserva",
    referenceHint: "Es parecido a LK-7F3KQ9X2 y figura en el correo de su reserva.",
    send: "Enviarme el enlace",
  },
  rate: {
    tab: "¿Qué tal su estancia?",
    loading: "Cargando su estancia…",
    unknown: "Este enlace no funciona",
    unknownText: "Copie el enlace completo de nuestro mensaje.",
    cannotOpen: "Ahora mismo no podemos abrir su estancia",
    reload: "Vuelva a cargar esta página en un momento.",
    title: (cottage) => `¿Qué tal su estancia en ${cottage}?`,
    thanks: (name) => `¡Gracias, ${name}!`,
    done: "Hemos hecho llegar su valoración al anfitrión. Puede cambiarla aquí durante los 14 días siguientes al primer envío.",
    legend: "Su valoración",
    words: ["Mala", "Regular", "Buena", "Muy buena", "Maravillosa"],
    stars: (count) => plural(count, { one: `${count} estrella`, other: `${count} estrellas` }),
    more: "Cuéntenos más (opcional)",
    moreHint: "El anfitrión lo leerá y podrá publicarlo en este sitio con su nombre de pila y el mes.",
    send: "Enviar mi valoración",
    change: "Cambiar mi valoración",
    choose: "Elija de una a cinco estrellas",
    failed: "No hemos podido enviar su valoración. Inténtelo de nuevo.",
  },
} satisfies OwnTexts;
