import type { NothingTexts } from "../en/nothing.ts";

export const nothingTexts = {
  loading: "Cargando la información de la casa…",
  error: "No se ha podido cargar la información de la casa",
  tryLater: "Ahora mismo no podemos cargar la información de la casa. Inténtelo de nuevo más tarde.",
  empty: "De momento no hay información de la casa. Vuelva a consultarla más tarde.",
} satisfies NothingTexts;
