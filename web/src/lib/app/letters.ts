// Letters that are pressed outside of fields: a command, or somebody who writes and believes to be in a field? A letter alone is a
// command, letters in a row are a word: they command nothing and go into the field that is there. Focus would not tell the two apart: a
// row has it after a click as after a key. Invariant: a command acts only when nothing else has happened since its letter.

/** As long as the second letter of a word may take. */
export const holdMs = 300
/** Where a word has begun, letters are its own until somebody pauses. */
export const pauseMs = 1000

export interface Letters {
  /** Somebody is within a word: signs and spaces are parts of it. */
  writing(): boolean
  /** `command`: what the letter does if it stays alone. */
  press(letter: string, command: (() => void) | undefined): void
  /** Another key, a click: no word, and no command for what may be something else by now. */
  interrupt(): void
}

/** `write` puts a word where it is meant to be; false: there is no such place. */
export function createLetters(write: (text: string) => boolean): Letters {
  let text = ''
  let timer: ReturnType<typeof setTimeout> | undefined
  const interrupt = () => {
    clearTimeout(timer)
    text = ''
  }
  return {
    writing: () => text !== '',
    interrupt,
    press(letter, command) {
      clearTimeout(timer)
      const alone = text === ''
      text += letter
      if (!alone && write(text)) return interrupt()
      const due = alone ? command : undefined
      timer = setTimeout(
        () => {
          interrupt()
          due?.()
        },
        due ? holdMs : pauseMs,
      )
    },
  }
}

type Write = (text: string) => void
const fields: Write[] = []

/** A field for what is written outside of any, until what is returned is called. */
export function addWritingField(write: Write): () => void {
  fields.push(write)
  return () => void fields.splice(fields.indexOf(write), 1)
}

export function writeIntoField(text: string): boolean {
  const write = fields.at(-1)
  write?.(text)
  return write !== undefined
}
