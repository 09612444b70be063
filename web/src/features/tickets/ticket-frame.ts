import { createContext, use } from 'react'

export interface TicketFrame {
  /** Where one is without a conversation. */
  home: '/tickets' | '/kanban'
  /** A ticket's conversation there. */
  ticket: '/tickets/$ticketId' | '/kanban/$ticketId'
  /** However wide the screen is, the conversation has little of it. */
  narrow: boolean
}

/** The screen that conversations are opened on. */
export const TicketFrameContext = createContext<TicketFrame>({
  home: '/tickets',
  ticket: '/tickets/$ticketId',
  narrow: false,
})

export const besideBoard: TicketFrame = { home: '/kanban', ticket: '/kanban/$ticketId', narrow: true }

export const useTicketFrame = () => use(TicketFrameContext)
