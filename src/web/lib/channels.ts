/** SPEC 2 and 3 */
export const CHANNELS = [
  {
    id: "booking.com",
    name: "Booking.com",
    description: "One of the largest travel platforms in the world.",
    requirements: ["Property ID", "API credentials"],
  },
  {
    id: "airbnb",
    name: "Airbnb",
    description: "Homes and entire cottages, with guests from all over the world.",
    requirements: ["Listing ID", "API token"],
  },
  {
    id: "vrbo",
    name: "Vrbo",
    description: "Whole holiday homes for families and groups.",
    requirements: ["Property reference", "Channel manager"],
  },
  {
    id: "agoda",
    name: "Agoda",
    description: "Travelers from across Asia and the Pacific.",
    requirements: ["Hotel ID", "API key"],
  },
] as const;
