/**
 * Error messages for form fields. The keys are the contract's own messages, which are the default for callers that do
 * not specify a language; `{max}` stands for the number in a message.
 */
export const validation = {
  "Name is required": "Name is required",
  "Enter your name without web addresses or phone numbers": "Enter your name without web addresses or phone numbers",
  "Valid email is required": "Valid email is required",
  "Phone number is required": "Phone number is required",
  "Enter your phone number without web addresses": "Enter your phone number without web addresses",
  "Check-in date is required": "Check-in date is required",
  "Check-out date is required": "Check-out date is required",
  "Check-out date must be after check-in date": "Check-out date must be after check-in date",
  "At least 1 guest is required": "At least 1 guest is required",
  "Maximum {max} guests allowed for cottage booking": "Maximum {max} guests allowed for cottage booking",
  "The cottage is booked as a whole": "The cottage is booked as a whole",
  "Use at most {max} characters": "Use at most {max} characters",
  "Remove the characters that cannot be shown": "Remove the characters that cannot be shown",
  "Enter this on one line": "Enter this on one line",
  "Enter some text": "Enter some text",
  "Please enter your booking reference": "Please enter your booking reference",
  "Choose at most {max} pictures": "Choose at most {max} pictures",
  "Choose one to five stars": "Choose one to five stars",
  "Register the guest again with POST /api/guests": "Register the guest again with POST /api/guests",
  "Invalid input": "Invalid input",
};
export type Validation = typeof validation;
