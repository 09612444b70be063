/** The first characters, as people count them, and an ellipsis if there are more. Pure. */
export function cutText(text: string, length: number): string {
  const characters = Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment)
  return characters.length > length ? `${characters.slice(0, length).join('').trimEnd()}…` : text
}
