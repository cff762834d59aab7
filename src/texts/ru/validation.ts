import type { Validation } from "../en/validation.ts";

export const validation = {
  "Name is required": "Укажите, пожалуйста, имя",
  "Enter your name without web addresses or phone numbers": "Укажите имя без веб-адресов и номеров телефона",
  "Valid email is required": "Укажите действующий адрес электронной почты",
  "Phone number is required": "Укажите номер телефона",
  "Enter your phone number without web addresses": "Укажите номер телефона без веб-адресов",
  "Check-in date is required": "Выберите дату заезда",
  "Check-out date is required": "Выберите дату выезда",
  "Check-out date must be after check-in date": "Дата выезда должна быть позже даты заезда",
  "At least 1 guest is required": "Нужен хотя бы 1 гость",
  "Maximum {max} guests allowed for cottage booking": "Максимальное число гостей в доме: {max}",
  "The cottage is booked as a whole": "Дом сдаётся только целиком",
  "Use at most {max} characters": "Не более {max} символов",
  "Remove the characters that cannot be shown": "Удалите символы, которые нельзя отобразить",
  "Enter this on one line": "Напишите это в одну строку",
  "Enter some text": "Напишите здесь что-нибудь",
  "Please enter your booking reference": "Укажите номер бронирования",
  "Choose at most {max} pictures": "Выберите не более {max} изображений",
  "Choose one to five stars": "Выберите от одной до пяти звёзд",
  "Register the guest again with POST /api/guests": "Отправьте, пожалуйста, форму ещё раз",
  "Invalid input": "Проверьте, пожалуйста, это поле",
} satisfies Validation;
