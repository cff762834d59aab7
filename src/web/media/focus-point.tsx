import { type MouseEvent, useCallback, useId, useState } from "react";

type Props = {
  of: File | { url: string; alt: string };
  x: number;
  y: number;
  onChange: (x: number, y: number) => void;
};

/** SPEC 9: thumbnails are 280 px wide. */
const THUMBNAIL_PX = 280;
const STEP = 10;

/** The focal point stays visible when the picture is cropped. */
export function FocusPoint({ of, x, y, onChange }: Props) {
  const id = useId();
  const point = (event: MouseEvent) => {
    const box = event.currentTarget.getBoundingClientRect();
    const share = (at: number, size: number) => Math.min(100, Math.max(0, Math.round((at / size) * STEP) * STEP));
    onChange(share(event.clientX - box.left, box.width), share(event.clientY - box.top, box.height));
  };
  return (
    <fieldset>
      <legend className="mb-1 font-semibold">What must stay in view?</legend>
      {/* Keyboard users can do the same with the two sliders below. */}
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions */}
      <div onClick={point} className="relative w-fit max-w-full cursor-crosshair overflow-hidden rounded-lg bg-sunken">
        {of instanceof File ? (
          <Drawn file={of} />
        ) : (
          <img src={of.url} alt={of.alt} width={THUMBNAIL_PX} className="block max-h-56 max-w-full" />
        )}
        <span
          aria-hidden="true"
          style={{ left: `${x}%`, top: `${y}%` }}
          className="absolute size-6 -translate-1/2 rounded-full border-3 border-white shadow-[0_0_0_2px_black]"
        />
      </div>
      <div className="mt-2 grid grid-cols-2 gap-3 text-sm">
        <Slider id={`${id}-x`} label="From the left" value={x} onChange={(next) => onChange(next, y)} />
        <Slider id={`${id}-y`} label="From the top" value={y} onChange={(next) => onChange(x, next)} />
      </div>
    </fieldset>
  );
}

/** Drawn on a canvas, because the content security policy does not allow `blob:` URLs. */
function Drawn({ file }: { file: File }) {
  const [drawn, setDrawn] = useState(true);
  const draw = useCallback(
    (canvas: HTMLCanvasElement | null) => {
      if (canvas) paint(canvas, file).then(setDrawn, () => setDrawn(false));
    },
    [file],
  );
  return (
    <>
      <canvas
        ref={draw}
        width={THUMBNAIL_PX}
        height={(THUMBNAIL_PX * 3) / 4}
        role="img"
        aria-label={`Preview of ${file.name}`}
        className="block max-h-56 max-w-full"
      />
      {drawn ? null : <p className="text-sm text-ink-soft">This browser can't show a preview.</p>}
    </>
  );
}

function Slider(props: { id: string; label: string; value: number; onChange: (value: number) => void }) {
  const { id, label, value, onChange } = props;
  return (
    <div>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type="range"
        min={0}
        max={100}
        step={STEP}
        value={value}
        aria-valuetext={`${value} %`}
        onChange={(event) => onChange(Number(event.target.value))}
        className="block min-h-6 w-full accent-accent"
      />
    </div>
  );
}

async function paint(canvas: HTMLCanvasElement, file: File): Promise<boolean> {
  const image = await createImageBitmap(file, { resizeWidth: THUMBNAIL_PX, resizeQuality: "medium" });
  canvas.width = image.width;
  canvas.height = image.height;
  canvas.getContext("2d")?.drawImage(image, 0, 0);
  image.close();
  return true;
}
