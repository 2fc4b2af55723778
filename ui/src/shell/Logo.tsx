/** A heddle: warp threads, and the weft that the accent leads through them. */
export function Logo({ size = 20 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 20 20" fill="none" strokeWidth="1.7" strokeLinecap="round" aria-hidden>
      <path d="M5 2.5v15M10 2.5v15M15 2.5v15" stroke="currentColor" opacity=".38" />
      <path d="M1.5 7c4.5 0 4.5 6 8.5 6s4-6 8.5-6" stroke="var(--hd-accent)" />
    </svg>
  );
}
