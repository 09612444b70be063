// What Baileys may write to our log: its texts, without numbers and what they quote, and which errors. The objects it logs are left out:
// they hold stanzas, credentials and people's numbers.
import type { SocketConfig } from '@whiskeysockets/baileys'
import type { Log } from '../logger.ts'

export function baileysLogger(log: Log): SocketConfig['logger'] {
  const write = (usual: 'warn' | 'debug' | 'trace') => (fields: unknown, text?: string) => {
    const level = text === streamError ? 'debug' : usual
    if (!log.isLevelEnabled(level)) return
    log[level]({ baileys: masked(text ?? (typeof fields === 'string' ? fields : '')), ...reasonOf(fields) })
  }
  const logger: SocketConfig['logger'] = {
    // At trace and debug Baileys builds texts of whole stanzas first.
    level: 'info',
    child: () => logger,
    trace: () => {},
    debug: write('trace'),
    info: write('trace'),
    warn: write('debug'),
    error: write('warn'),
  }
  return logger
}

/** The session logs each close with its code; WhatsApp ends every pairing by one, which is no error. */
const streamError = 'stream errored out'

function reasonOf(fields: unknown) {
  if (typeof fields !== 'object' || fields === null) return {}
  const { err, error } = fields as { err?: unknown; error?: unknown }
  const cause = err ?? error
  return cause instanceof Error ? { err: cause } : {}
}

/** Words, no stanza printed as text. */
const plain = /^[\w\s#'.,:;()/=>→+-]{1,200}$/

function masked(text: string) {
  const short = text.replaceAll(/\d{5,}/g, '#').replace(/['"].*['"]/s, '…')
  return plain.test(short.replace('…', '')) ? short : '…'
}
