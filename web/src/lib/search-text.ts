// What somebody types, made comparable with what is stored: the rule is db's, on both sides. Pure.

export { foldText, likePattern } from 'db/kit/search-text.ts'

export function digitsOf(text: string): string {
  return text.replaceAll(/\D/g, '')
}
