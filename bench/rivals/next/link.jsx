import NextLink from "next/link";

/** Only two pages exist here: Next would prefetch the others, too, and find nothing. */
export function Link({ href, ...rest }) {
  const exists = href === "/" || href === "/book";
  return <NextLink href={href} {...(exists ? {} : { prefetch: false })} {...rest} />;
}
