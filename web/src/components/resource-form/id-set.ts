// A set of ids as the text of a form's field. Pure.

export function idsIn(text: string): string[] {
  return text === '' ? [] : text.split(' ')
}

export const textOfIds = (ids: readonly string[]): string => ids.join(' ')

export function withId(text: string, id: string, isIn: boolean): string {
  const others = idsIn(text).filter((each) => each !== id)
  return textOfIds((isIn ? [...others, id] : others).toSorted())
}
