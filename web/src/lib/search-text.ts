// What somebody types, made comparable with what is stored. Pure.

/** Lower case without accents. */
export function foldText(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/\p{Mn}/gu, '')
    .toLowerCase()
    .trim()
}

/** Contains `text`, whose wildcards are taken literally. */
export function likePattern(text: string): string {
  return `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
}

export function digitsOf(text: string): string {
  return text.replaceAll(/\D/g, '')
}
