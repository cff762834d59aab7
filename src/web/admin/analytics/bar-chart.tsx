import { scaleBand, scaleLinear } from "d3-scale";
import { useCallback, useState } from "react";

export type Bar = { label: string; value: number | null };

const HEIGHT = 260;
const MARGIN = { top: 12, right: 8, bottom: 28, left: 56 };
/** In CSS pixels. */
const LABEL_WIDTH = 64;

type Props = { bars: Bar[]; format: (value: number) => string; summary: string };

export function BarChart({ bars, format, summary }: Props) {
  const [measure, width] = useWidth();
  return (
    <div ref={measure} className="h-[260px]">
      {width > 0 ? <Drawing bars={bars} format={format} summary={summary} width={width} /> : null}
    </div>
  );
}

function Drawing({ bars, format, summary, width }: Props & { width: number }) {
  const x = scaleBand(
    bars.map((bar) => bar.label),
    [MARGIN.left, width - MARGIN.right],
  ).padding(0.25);
  const most = Math.max(1, ...bars.map((bar) => bar.value ?? 0));
  const y = scaleLinear([0, most], [HEIGHT - MARGIN.bottom, MARGIN.top]).nice(4);
  const floor = y(0);
  const every = Math.ceil(bars.length / Math.max(1, Math.floor((width - MARGIN.left) / LABEL_WIDTH)));
  const middle = (bar: Bar) => (x(bar.label) ?? 0) + x.bandwidth() / 2;

  return (
    <svg role="img" aria-label={summary} width={width} height={HEIGHT} className="block overflow-visible text-xs">
      {y.ticks(4).map((tick) => (
        <g key={tick}>
          <line x1={MARGIN.left} x2={width - MARGIN.right} y1={y(tick)} y2={y(tick)} className="stroke-line" />
          <text x={MARGIN.left - 8} y={y(tick)} dy="0.32em" textAnchor="end" className="fill-ink-soft">
            {format(tick)}
          </text>
        </g>
      ))}
      {bars.map((bar, i) => (
        <g key={bar.label}>
          {bar.value === null ? null : (
            <rect
              x={x(bar.label)}
              y={y(bar.value)}
              width={x.bandwidth()}
              height={floor - y(bar.value)}
              rx={Math.min(4, x.bandwidth() / 4)}
              className="fill-accent"
            >
              <title>{`${bar.label}: ${format(bar.value)}`}</title>
            </rect>
          )}
          {i % every === 0 ? (
            <text x={middle(bar)} y={HEIGHT - 8} textAnchor="middle" className="fill-ink-soft">
              {bar.label}
            </text>
          ) : null}
        </g>
      ))}
    </svg>
  );
}

/** An element's current width in CSS pixels. */
function useWidth(): [(element: HTMLElement | null) => (() => void) | undefined, number] {
  const [width, setWidth] = useState(0);
  const measure = useCallback((element: HTMLElement | null) => {
    if (!element) return undefined;
    setWidth(element.clientWidth);
    const observer = new ResizeObserver(() => setWidth(element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [measure, width];
}
