// What Baileys may write to our log: its texts and its errors' messages, with numbers masked. The objects it logs are left out:
// they hold stanzas, credentials and people's numbers.
import type { SocketConfig } from '@whiskeysockets/baileys'
import type { Log } from '../logger.ts'

export function baileysLogger(log: Log): SocketConfig['logger'] {
  const write = (level: 'warn' | 'debug' | 'trace') => (fields: unknown, text?: string) => {
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

function reasonOf(fields: unknown) {
  if (typeof fields !== 'object' || fields === null) return {}
  const { err, error } = fields as { err?: unknown; error?: unknown }
  const cause = err ?? error
  return cause instanceof Error ? { reason: masked(cause.message) } : {}
}

const masked = (text: string) => text.replace(/\d{5,}/g, '#')
