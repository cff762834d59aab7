/** A drawing has no stored sizes and formats. */
export function Picture({ photo, alt, width, height, sizes, first = false, className }) {
  const shape = { width: photo.width ?? width, height: photo.height ?? height };
  const when = first ? { fetchPriority: "high" } : { loading: "lazy" };
  return (
    <span className={`grid grid-cols-1 grid-rows-1 overflow-hidden ${className}`}>
      <picture className="[grid-area:1/1]">
        {photo.files?.map(({ type, srcSet }) => (
          <source key={type} type={type} srcSet={srcSet} sizes={sizes} />
        ))}
        <img src={photo.url} alt={alt} {...shape} className="size-full object-cover" {...when} />
      </picture>
    </span>
  );
}
