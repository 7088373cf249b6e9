/** The time of the clock, and an age by it, which differ when a notice is repeated. */
const BY_CLOCK =
  /\b(?:now|says) \d{4}-\d\d-\d\d \d\d:\d\d|\b\d+ (?:hours|days)(?= (?:old|before|ago)\b)/g;

/** Returns a function that shows each notice once, even if the clock in it has moved. */
export function createNotify(tell: (notice: string) => void): (notice: string) => void {
  const shown = new Set<string>();
  return (notice) => {
    const text = notice.replace(BY_CLOCK, '');
    if (shown.has(text)) return;
    shown.add(text);
    tell(notice);
  };
}
