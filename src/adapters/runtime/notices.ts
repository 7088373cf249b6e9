/** Returns a function that shows each notice once. */
export function createNotify(tell: (notice: string) => void): (notice: string) => void {
  const shown = new Set<string>();
  return (notice) => {
    if (shown.has(notice)) return;
    shown.add(notice);
    tell(notice);
  };
}
