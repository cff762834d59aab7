import type { Access } from "#contract/endpoint.ts";

/**
 * Who may call what, written down a second time by a person. The test beside it compares this with what is mounted and
 * with what the server does; a route that is not here fails it. HEAD follows GET.
 */
export const ACCESS_MATRIX: Record<string, Access> = {
  "GET /api/health": "anyone",
  "GET /api/ready": "anyone",
  "GET /robots.txt": "anyone",
  "GET /sitemap.xml": "anyone",
  "GET /manifest.webmanifest": "anyone",

  "GET /api/properties/public": "anyone",
  "GET /api/properties/:id": "anyone",
  "GET /api/site": "anyone",
  "GET /api/availability": "anyone",
  "POST /api/guests": "anyone",
  "POST /api/bookings": "anyone",
  "GET /api/bookings/:bookingId/confirmation": "anyone",
  "POST /api/bookings/:bookingId/link": "anyone",
  "POST /api/bookings/:bookingId/cancel": "anyone",
  "GET /api/bookings/:bookingId/stay-quote": "anyone",
  "PUT /api/bookings/:bookingId/stay": "anyone",
  "GET /booking/link/:bookingId/:secret": "anyone",

  "POST /api/admin/auth/login": "anyone",
  "POST /api/admin/auth/second-factor": "anyone",
  "POST /api/admin/auth/setup": "anyone",
  "POST /api/admin/auth/logout": "anyone",
  "POST /api/auth/login": "anyone",
  "POST /api/auth/logout": "anyone",

  "GET /api/admin/auth/user": "admin",
  "GET /api/admin/auth/sessions": "admin",
  "DELETE /api/admin/auth/sessions/:id": "admin",
  "DELETE /api/admin/auth/sessions": "admin",
  "POST /api/admin/auth/second-factor/begin": "admin",
  "POST /api/admin/auth/second-factor/enable": "admin",
  "POST /api/admin/auth/second-factor/disable": "admin",
  "POST /api/admin/auth/second-factor/recovery-codes": "admin",

  "GET /api/admin/bookings": "admin",
  "GET /api/admin/bookings.csv": "admin",
  "GET /api/admin/calendar": "admin",
  "GET /api/admin/bookings/:bookingId": "admin",
  "GET /api/admin/stay-quote": "admin",
  "POST /api/admin/bookings": "admin",
  "POST /api/admin/bookings/:bookingId/status": "admin",
  "POST /api/admin/bookings/:bookingId/cancel": "admin",
  "PUT /api/admin/bookings/:bookingId/stay": "admin",
  "PUT /api/admin/bookings/:bookingId/notes": "admin",
  "POST /api/admin/bookings/:bookingId/payments": "admin",
  "DELETE /api/admin/bookings/:bookingId/payments/:paymentId": "admin",
  "GET /api/admin/blocks": "admin",
  "POST /api/admin/blocks": "admin",
  "PUT /api/admin/blocks/:blockId": "admin",
  "DELETE /api/admin/blocks/:blockId": "admin",

  "GET /api/admin/dashboard": "admin",
  "GET /api/admin/analytics": "admin",
  "GET /api/admin/analytics/stays": "admin",
  "GET /api/admin/events": "admin",
  "GET /api/admin/audit": "admin",
  "GET /api/admin/settings": "admin",
  "PUT /api/admin/settings": "admin",
};
