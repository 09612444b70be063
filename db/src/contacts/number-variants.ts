// The spellings of one person's number. WhatsApp knows many people by the number they had when they joined, which their country has changed since:
// Brazil's mobile numbers got a ninth digit, Mexico's lost their 1, Benin's got 01, and Argentina's have a 9 only from abroad.
// The same rules stand in SQL, one_number(number).

interface Spelling {
  /** The digits that the shorter spelling has before and after what is left out. */
  short: RegExp
  long: RegExp
  added: string
}

const spellings: readonly Spelling[] = [
  { short: /^(55\d\d)([6-9]\d{7})$/, long: /^(55\d\d)9([6-9]\d{7})$/, added: '9' },
  { short: /^(52)([2-9]\d{9})$/, long: /^(52)1([2-9]\d{9})$/, added: '1' },
  { short: /^(54)([1-3]\d{9})$/, long: /^(54)9([1-3]\d{9})$/, added: '9' },
  { short: /^(229)([2-9]\d{7})$/, long: /^(229)01([2-9]\d{7})$/, added: '01' },
]

/** The number itself first, then the others. */
export function sameNumberVariants(number: string): string[] {
  for (const { short, long, added } of spellings) {
    const [, country, rest] = short.exec(number) ?? []
    if (country !== undefined && rest !== undefined) return [number, `${country}${added}${rest}`]
    const [, longCountry, longRest] = long.exec(number) ?? []
    if (longCountry !== undefined && longRest !== undefined) return [number, `${longCountry}${longRest}`]
  }
  return [number]
}

export const isSameNumber = (a: string, b: string) => sameNumberVariants(a).includes(b)
