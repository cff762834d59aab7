import type { BedKind } from "#domain/property/site-content.ts";
import type { LandingTexts } from "../en/landing.ts";

const BEDS = {
  "King bed": "特大床",
  "Queen bed": "大床",
  "Double bed": "双人床",
  "Single bed": "单人床",
  "Bunk bed": "双层床",
  "Sofa bed": "沙发床",
  Cot: "婴儿床",
} satisfies Record<BedKind, string>;

export const landingTexts = {
  availability: {
    title: "您想哪一天在这里醒来？",
    text: (price, extras, cancellation) => `${price}${extras}。${cancellation}`,
    check: "查看空房",
    direct: "直接预订表单",
  },
  features: "特色与设施",
  freeDates: {
    title: "空闲日期",
    text: (rate, extras) => `${rate}。${extras}。请选择入住日。`,
    later: "后续月份",
  },
  gallery: "别墅内外",
  plan: {
    title: "规划您的住宿",
    guestInfo: "住客信息",
    guestInfoAbout: "入住、Wi-Fi、须知",
    attractions: "周边景点",
    attractionsAbout: "游玩推荐",
    location: "位置",
    locationAbout: "地图与交通",
    houseRules: "入住须知",
    houseRulesAbout: "居住约定",
  },
  card: { book: "立即预订" },
  rooms: {
    title: "房间与设施",
    offers: "别墅设施",
    size: (squareMetres) => `总面积：${squareMetres} 平方米`,
    beds: (kind, count) => `${count} 张${BEDS[kind]}`,
  },
  host: {
    title: (name) => `您的房东：${name}`,
    languages: "语言",
    answers: "通常回复时间",
    registration: "登记编号",
  },
  testimonials: "客人评价",
  rating: (average, count) => `${average} 星（满分 5 星），来自 ${count} 位住客的评分`,
  quote: (words) => `“${words}”`,
  treasures: {
    around: "别墅周边",
    all: "查看所有景点",
    book: "直接预订更优惠",
  },
} satisfies LandingTexts;
