/**
 * The number itself and, for Brazilian mobile phones, its form with or without the ninth digit: WhatsApp knows many by the eight
 * digits they had when they joined, people write nine.
 */
export function sameNumberVariants(number: string): string[] {
  const eight = /^(55\d\d)([6-9]\d{7})$/.exec(number)
  if (eight) return [number, `${eight[1]}9${eight[2]}`]
  const nine = /^(55\d\d)9([6-9]\d{7})$/.exec(number)
  return nine ? [number, `${nine[1]}${nine[2]}`] : [number]
}
