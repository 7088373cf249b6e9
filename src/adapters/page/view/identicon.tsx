/** A small picture of a fingerprint, so that another one is noticed at a glance. */
export function Identicon({ text }: { readonly text: string }) {
  const bits = Number.parseInt(text.slice(0, 8), 16) || 0;
  const cells = Array.from({ length: 15 }, (_, i) => i).filter((i) => (bits >>> i) & 1);
  // Three columns, the first two mirrored.
  const path = cells.flatMap((i) => {
    const [x, y] = [i % 3, Math.floor(i / 3)];
    return (x === 2 ? [2] : [x, 4 - x]).map((column) => `M${column} ${y}h1v1h-1z`);
  });
  return (
    <svg class={`identicon tint${(bits >>> 16) % 6}`} viewBox="-1 -1 7 7" aria-hidden="true">
      <path d={path.join('')} />
    </svg>
  );
}
