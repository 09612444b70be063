import type { BinaryNode } from '@whiskeysockets/baileys'
import type { CompanionClient } from '../server/companion-client.ts'
import type { WhatsAppServer } from '../server/whatsapp-server.ts'

export interface IqResult {
  content?: BinaryNode[]
  /** Runs once the result is on its way. */
  afterwards?: () => void
}

type IqHandler = (iq: BinaryNode, client: CompanionClient, server: WhatsAppServer) => IqResult | Promise<IqResult>

export type IqHandlers = Record<string, IqHandler>

export class IqError extends Error {
  readonly code: number

  constructor(code: number, text: string) {
    super(text)
    this.code = code
  }
}
