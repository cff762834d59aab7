import { useQuery } from "@tanstack/react-query";
import type { PublicProperty, PublicSite } from "#contract/property.ts";
import { AS_RENDERED } from "../api/client.ts";
import { say } from "../lib/say.ts";
import { propertiesQuery, propertyQuery, siteQuery } from "../api/property.ts";

export type Cottage = { property: PublicProperty; site: PublicSite };
export type CottageState = { is: "loading" | "error" | "empty" } | ({ is: "loaded" } & Cottage);

/** SPEC 2: only the first property in the list is shown. */
export function useCottage(): CottageState {
  const properties = useQuery({ ...propertiesQuery, ...AS_RENDERED });
  const site = useQuery({ ...siteQuery, ...AS_RENDERED });
  const property = properties.data?.[0];
  if (properties.data && !property) return { is: "empty" };
  if (properties.isError || site.isError) return { is: "error" };
  return property && site.data ? { is: "loaded", property, site: site.data } : { is: "loading" };
}

/** For parts that show whatever data is available, such as the footer. */
export function useSite(): PublicSite | undefined {
  return useQuery({ ...siteQuery, ...AS_RENDERED }).data;
}

/** From whichever response the page has. */
export function useCottageName(): string {
  const list = useQuery({ ...propertiesQuery, enabled: false }).data;
  const one = useQuery({ ...propertyQuery, enabled: false }).data;
  return list?.[0]?.name ?? one?.name ?? say.frame.nameless;
}
