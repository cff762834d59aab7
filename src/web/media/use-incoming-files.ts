import { type DragEvent, useEffect, useEffectEvent, useState } from "react";

/** Files dropped on an element, or pasted anywhere, even if nothing has the focus. */
export function useIncomingFiles(take: (files: FileList | null) => void) {
  const [over, setOver] = useState(false);
  const paste = useEffectEvent((event: ClipboardEvent) => {
    const files = event.clipboardData?.files ?? null;
    if (!files?.length) return;
    event.preventDefault();
    take(files);
  });
  useEffect(() => {
    document.addEventListener("paste", paste);
    return () => document.removeEventListener("paste", paste);
  }, []);
  const dropTarget = {
    onDragOver: (event: DragEvent) => {
      event.preventDefault();
      setOver(true);
    },
    onDragLeave: () => setOver(false),
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      setOver(false);
      take(event.dataTransfer.files);
    },
  };
  return { over, dropTarget };
}
