// Times as the product writes them in every language: HH:mm and DD/MM/YYYY, in the device's time zone.

const two = (value: number) => String(value).padStart(2, '0')

export function formatTime(date: Date): string {
  return `${two(date.getHours())}:${two(date.getMinutes())}`
}

export function formatDate(date: Date): string {
  return `${two(date.getDate())}/${two(date.getMonth() + 1)}/${date.getFullYear()}`
}

export function formatDateTime(date: Date): string {
  return `${formatDate(date)} ${formatTime(date)}`
}

/** Equal for instants of the same day here. */
export function dayKey(date: Date): string {
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}

export function isSameDay(a: Date, b: Date): boolean {
  return dayKey(a) === dayKey(b)
}

/** The time today, else the date. */
export function formatWhen(date: Date, now: Date): string {
  return isSameDay(date, now) ? formatTime(date) : formatDate(date)
}

/** Days on the calendar between two instants; 0 on the same day. */
export function calendarDaysBetween(from: Date, to: Date): number {
  const noon = (date: Date) => new Date(date.getFullYear(), date.getMonth(), date.getDate(), 12).getTime()
  return Math.round((noon(to) - noon(from)) / 86_400_000)
}
