import type { Validation } from "../en/validation.ts";

export const validation = {
  "Name is required": "Indique su nombre",
  "Enter your name without web addresses or phone numbers":
    "Escriba su nombre sin direcciones web ni números de teléfono",
  "Valid email is required": "Indique un correo electrónico válido",
  "Phone number is required": "Indique su número de teléfono",
  "Enter your phone number without web addresses": "Escriba su número de teléfono sin direcciones web",
  "Check-in date is required": "Elija la fecha de llegada",
  "Check-out date is required": "Elija la fecha de salida",
  "Check-out date must be after check-in date": "La fecha de salida debe ser posterior a la de llegada",
  "At least 1 guest is required": "Se necesita al menos 1 huésped",
  "Maximum {max} guests allowed for cottage booking": "La casa admite un máximo de {max} huéspedes",
  "The cottage is booked as a whole": "La casa se alquila entera",
  "Use at most {max} characters": "Use {max} caracteres como máximo",
  "Remove the characters that cannot be shown": "Quite los caracteres que no se pueden mostrar",
  "Enter this on one line": "Escríbalo en una sola línea",
  "Enter some text": "Escriba aquí un texto",
  "Please enter your booking reference": "Indique su número de reserva",
  "Choose at most {max} pictures": "Elija {max} imágenes como máximo",
  "Choose one to five stars": "Elija de una a cinco estrellas",
  "Register the guest again with POST /api/guests": "Envíe de nuevo el formulario",
  "Invalid input": "Revise este dato",
} satisfies Validation;
