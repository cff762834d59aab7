/** Hills in the mist, where a page ends and the forest begins. A file, as every page would carry it twice otherwise. */
export function Ridge() {
  return (
    <img
      src="/ridge.svg"
      alt=""
      width="1440"
      height="160"
      loading="lazy"
      className="-mb-px block h-20 w-full lg:h-40 forced-colors:hidden"
    />
  );
}
