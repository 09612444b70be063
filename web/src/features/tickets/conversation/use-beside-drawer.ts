import { useMedia, wide } from '../../../lib/media/use-media.ts'
import { useTicketFrame } from '../ticket-frame.ts'

/** Whether the contact's drawer has room beside the conversation; elsewhere it is over it. */
export function useBesideDrawer(): boolean {
  const isWide = useMedia(wide)
  const { narrow } = useTicketFrame()
  return isWide && !narrow
}
