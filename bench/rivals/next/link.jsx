import NextLink from "next/link";

/** Only two pages exist in this app. Next would also try to prefetch the other pages, and would find nothing. */
export function Link({ href, ...rest }) {
  const exists = href === "/" || href === "/book";
  return <NextLink href={href} {...(exists ? {} : { prefetch: false })} {...rest} />;
}
