/** Days of periods by the published rules, with a calendar of its own: days are numbers of days since 1 March of year 0. */

const MONTHS = { month: 1, quarter: 3, year: 12 };

/** Returns the days of the first periods, both included, each counted from the first day. */
export function listPeriods(first, interval, count) {
  const begins = Array.from({ length: count + 1 }, (_, n) => addIntervals(first, interval, n));
  return begins.slice(0, count).map((from, n) => ({ from, to: toDay(toNumber(begins[n + 1]) - 1) }));
}

function addIntervals(first, interval, n) {
  if (interval === 'week') return toDay(toNumber(first) + 7 * n);
  const [year, month, day] = first.split('-').map(Number);
  const index = month - 1 + MONTHS[interval] * n;
  const [newYear, newMonth] = [year + Math.floor(index / 12), (index % 12) + 1];
  return format(newYear, newMonth, Math.min(day, countDays(newYear, newMonth)));
}

function countDays(year, month) {
  if (month === 2) return isLeap(year) ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
}

function isLeap(year) {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
}

/** Years begin in March here, so that the leap day is the last one. */
function toNumber(date) {
  const [year, month, day] = date.split('-').map(Number);
  const [from, since] = month > 2 ? [year, month - 3] : [year - 1, month + 9];
  const leaps = Math.floor(from / 4) - Math.floor(from / 100) + Math.floor(from / 400);
  return 365 * from + leaps + Math.floor((153 * since + 2) / 5) + day - 1;
}

/** The inverse, by looking for the month that the day is in. */
function toDay(number) {
  let year = Math.floor(number / 366);
  while (toNumber(format(year + 1, 1, 1)) <= number) year++;
  let month = 1;
  while (month < 12 && toNumber(format(year, month + 1, 1)) <= number) month++;
  return format(year, month, number - toNumber(format(year, month, 1)) + 1);
}

function format(year, month, day) {
  return [String(year).padStart(4, '0'), ...[month, day].map((part) => String(part).padStart(2, '0'))].join(
    '-',
  );
}
