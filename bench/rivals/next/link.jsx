import NextLink from "next/link";

/** Only two pages exist in this app, and Next would try to prefetch the others. */
export function Link({ href, ...rest }) {
  const exists = href === "/" || href === "/book";
  return <NextLink href={href} {...(exists ? {} : { prefetch: false })} {...rest} />;
}
