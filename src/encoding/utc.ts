/** Seconds since 1970 as `2024-02-29 23:59`, in UTC. For times of blocks, 1970 to 2106. */
export function formatUtc(seconds: number): string {
  const minutes = Math.floor(seconds / 60);
  const days = Math.floor(minutes / 1440);
  // Counted from a 1 March, leap days are the last of their year: 365.2425 days a year, 30.6 a
  // month.
  const shifted = days + 719468;
  const era = Math.floor(shifted / 146097);
  const day = shifted - era * 146097;
  const year = Math.floor(
    (day - Math.floor(day / 1460) + Math.floor(day / 36524) - Math.floor(day / 146096)) / 365,
  );
  const dayOfYear = day - (365 * year + Math.floor(year / 4) - Math.floor(year / 100));
  const month = Math.floor((5 * dayOfYear + 2) / 153);
  const dayOfMonth = dayOfYear - Math.floor((153 * month + 2) / 5) + 1;
  const inJanuary = month >= 10;
  const date = [
    era * 400 + year + (inJanuary ? 1 : 0),
    two(inJanuary ? month - 9 : month + 3),
    two(dayOfMonth),
  ];
  return `${date.join('-')} ${two(Math.floor((minutes % 1440) / 60))}:${two(minutes % 60)}`;
}

const two = (number: number): string => String(number).padStart(2, '0');
