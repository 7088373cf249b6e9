const isLeap = (year: number): boolean => year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);

/** Returns the number of days of a `month`, from 1. */
const daysOf = (year: number, month: number): number =>
  month === 2 ? (isLeap(year) ? 29 : 28) : 30 + ((month + (month >> 3)) & 1);

/** Formats seconds since 1970 as `2024-02-29 23:59` in UTC, for block times from 1970 to 2106. */
export function formatUtc(seconds: number): string {
  const minutes = Math.floor(seconds / 60);
  let [day, month, year] = [Math.floor(minutes / 1440), 1, 1970];
  while (day >= daysOf(year, month)) {
    day -= daysOf(year, month);
    month = (month % 12) + 1;
    if (month === 1) year++;
  }
  const date = [year, two(month), two(day + 1)].join('-');
  return `${date} ${two(Math.floor((minutes % 1440) / 60))}:${two(minutes % 60)}`;
}

const two = (number: number): string => String(number).padStart(2, '0');
