// Counts nesting and values of JSON while its bytes arrive, so that a hostile body is refused at its first chunks: parsing eight megabytes of
// `[` takes the only thread for a second. A state machine over bytes; quotes and brackets are ASCII, never a part of a longer character.
import { AppError } from 'db/kit/errors.ts'

const code = {
  quote: 0x22,
  comma: 0x2c,
  openArray: 0x5b,
  backslash: 0x5c,
  closeArray: 0x5d,
  openObject: 0x7b,
  closeObject: 0x7d,
}

export interface JsonMeter {
  /** @throws AppError ERR_VALIDATION as soon as it is too deep or has too many values */
  count(chunk: Uint8Array): void
}

export interface JsonLimits {
  /** Arrays, objects and their members in all. */
  values: number
  /** Arrays and objects inside of each other. */
  depth: number
}

export function createJsonMeter({ values: mostValues, depth: deepest }: JsonLimits): JsonMeter {
  let depth = 0
  let values = 1
  let inString = false
  let escaped = false
  return {
    count(chunk) {
      for (let index = 0; index < chunk.length; index++) {
        const byte = chunk[index]
        if (inString) {
          if (escaped) escaped = false
          else if (byte === code.backslash) escaped = true
          else if (byte === code.quote) inString = false
        } else if (byte === code.quote) inString = true
        else if (byte === code.openArray || byte === code.openObject) {
          values++
          if (++depth > deepest) throw refused('Too deep')
        } else if (byte === code.closeArray || byte === code.closeObject) depth--
        else if (byte === code.comma) values++
      }
      if (values > mostValues) throw refused('Too many values')
    },
  }
}

const refused = (why: string) => new AppError('ERR_VALIDATION', { root: [why] })
