import type { OtherTexts } from "../en/other.ts";

export const otherTexts = {
  notice: "Aviso",
  credits: {
    title: "Créditos de las imágenes",
    some: "Estas imágenes las hicieron otras personas, a quienes damos las gracias. Todas las demás imágenes de este sitio son nuestras.",
    none: "Todas las imágenes de este sitio son nuestras.",
  },
  notFound: {
    title: "404 – Página no encontrada",
    lead: "Esta página no existe.",
    text: "Este botón le lleva al inicio.",
  },
} satisfies OtherTexts;
