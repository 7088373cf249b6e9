/** Returns a function that shows each notice once. */
export function createNotify(tell: (notice: string) => void): (notice: string) => void {
  const told = new Set<string>();
  return (notice) => {
    if (told.has(notice)) return;
    told.add(notice);
    tell(notice);
  };
}
