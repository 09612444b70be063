import { phone, useMedia } from '../../lib/media/use-media.ts'

/** What a table of four columns and more needs: at twice the size a desk has no more than a phone. */
const withoutRoom = '(width < 60rem)'

/** Whether there is no room for a table of so many columns. */
export function useAsCards(columns: number): boolean {
  return useMedia(columns > 3 ? withoutRoom : phone)
}
