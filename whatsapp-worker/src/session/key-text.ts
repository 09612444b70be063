// Session keys as text, with their bytes.
import { BufferJSON } from '@whiskeysockets/baileys'

export const toText = (value: unknown) => JSON.stringify(value, BufferJSON.replacer)
export const fromText = (text: string): unknown => JSON.parse(text, BufferJSON.reviver)
