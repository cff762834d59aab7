/** Three ridges, the far one in the mist: where a page ends and the forest begins. */
export function Ridge() {
  return (
    <svg
      viewBox="0 0 1440 160"
      preserveAspectRatio="none"
      aria-hidden="true"
      className="-mb-px block h-20 w-full lg:h-40 forced-colors:hidden"
    >
      <path
        className="fill-hill-far"
        d="M0 92C90 60 150 34 230 40c70 5 110 44 190 40 90-5 130-74 230-70 86 4 120 56 210 58 80 2 120-40 200-38 90 2 140 52 220 50 66-2 110-30 160-34v114H0z"
      />
      <path
        className="fill-hill-mid"
        d="M0 112c80-6 120-40 210-36 84 4 130 40 214 38 96-2 150-46 246-40 84 5 124 40 210 36 92-4 150-52 250-46 90 5 150 44 310 30v66H0z"
      />
      <path
        className="fill-hill-near"
        d="M0 132c110-14 190-34 300-24 100 9 170 30 280 22 120-9 190-38 310-32 104 5 170 30 270 26 100-4 180-28 280-20v56H0z"
      />
      <path
        className="fill-forest"
        d="M0 150c60-10 96-14 150-8 40 4 70-6 110-4 60 3 92 14 150 10 50-3 76-14 130-12 60 2 96 14 156 12 70-2 104-16 170-14 56 2 90 14 150 12 64-2 100-16 164-12 80 5 150 12 260 4v24H0z"
      />
    </svg>
  );
}
