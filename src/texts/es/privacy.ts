import type { PrivacyTexts } from "../en/privacy.ts";
import { pluralIn } from "../plural.ts";

const plural = pluralIn("es");

export const privacyTexts = {
  title: "Privacidad",
  about: "Qué guardamos de visitantes y huéspedes, por qué y durante cuánto tiempo, y cómo pedir que se borre.",
  lead: "Guardamos solo lo que necesitamos para su estancia y solo el tiempo necesario.",
  looking: {
    title: "Cuando visita el sitio",
    text: "No usamos cookies, ni seguimiento, ni nada de otras empresas. Como en cualquier sitio web, nuestro servidor ve su dirección IP mientras le envía una página. No la registramos.",
    map: (host) =>
      `Una excepción: si abre el mapa detallado en la página «Ubicación», su navegador descarga las imágenes de ${host}, que entonces ve su dirección IP.`,
  },
  booking: {
    title: "Cuando reserva",
    person: "<b>Nombre, correo y teléfono</>, para saber quién viene y poder localizarle.",
    personFor: (months) =>
      `<b>Nombre, correo y teléfono</>, para saber quién viene y poder localizarle; se guardan ${plural(months, { one: "1 mes", other: `${months} meses` })} después de la salida y luego se borran.`,
    words:
      "<b>Peticiones especiales y los mensajes con sus imágenes</>, para preparar su estancia; se guardan 90 días después de la salida.",
    rating:
      "<b>Su valoración y su comentario</>, si los envía. El anfitrión puede publicarlos en este sitio con su nombre de pila y el mes. El comentario se borra junto con su nombre; el número de estrellas se conserva.",
    stay: "<b>Fechas, número de huéspedes, precio y pagos</>, porque lo exige la normativa contable; los guardamos sin su nombre.",
    cookie:
      "<b>Una cookie</>, para que este navegador pueda abrir su reserva. Se crea cuando reserva o abre el enlace que le enviamos.",
    marks:
      "<b>Un código irreversible (hash) de su dirección IP, su correo y su teléfono</>, durante 30 días, para impedir reservas automatizadas. Nadie puede leer sus datos en él.",
    payments: (provider) =>
      `Si paga en línea, lo hace en la página de ${provider}, que cobra por nosotros. Le enviamos su correo, el importe y el número de su reserva, y también su nombre y teléfono si los pide; el número de su tarjeta nunca nos llega. Esa empresa guarda lo que la ley le exige, y nosotros guardamos importes, fechas y referencias de los pagos para nuestra contabilidad.`,
    whatsapp:
      "Si elige recibir mensajes por WhatsApp, Meta los entrega por nosotros y recibe su número de teléfono y el mensaje, con su nombre, sus fechas y el enlace a su reserva. Responda STOP para dejar de recibirlos.",
    push: "El teléfono del anfitrión puede recibir el aviso de una reserva a través del servicio de notificaciones de su navegador (Google, Mozilla, Apple o Microsoft). Ese mensaje va cifrado para ese teléfono; el servicio no puede leerlo.",
    backups: (days) =>
      `Los datos borrados desaparecen también de nuestras copias de seguridad cuando se sustituyen: ${plural(days, { one: "al día siguiente", other: `a los ${days} días` })}.`,
  },
  rights: {
    title: "Sus derechos",
    text: "Puede pedir en cualquier momento consultar, corregir, recibir o borrar sus datos.",
    contact: (email, phone) => `Escriba a <email>${email}</> o llame al <phone>${phone}</>.`,
  },
} satisfies PrivacyTexts;
