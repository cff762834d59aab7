import Image from "next/image";

/** Next itself converts the original photo. */
export function Picture({ photo, alt, width, height, sizes, first = false, className }) {
  const preview = photo.tiny ? { placeholder: "blur", blurDataURL: photo.tiny } : {};
  return (
    <span className={`grid grid-cols-1 grid-rows-1 overflow-hidden ${className}`}>
      <Image
        src={photo.original ?? photo.url}
        alt={alt}
        width={photo.width ?? width}
        height={photo.height ?? height}
        sizes={sizes}
        {...preview}
        {...(first ? { preload: true, fetchPriority: "high" } : {})}
        className="size-full object-cover"
      />
    </span>
  );
}
