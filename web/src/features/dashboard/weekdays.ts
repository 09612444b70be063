/** Monday first, in a language. 2024 began on one. */
export const weekdayNames = (language: string) =>
  Array.from({ length: 7 }, (_, at) => {
    const day = new Date(2024, 0, 1 + at)
    const of = (weekday: 'short' | 'long') => day.toLocaleDateString(language, { weekday })
    return { short: of('short').replace('.', ''), long: of('long') }
  })
