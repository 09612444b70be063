// What is news of somebody who writes, and when they have stopped: no key for a while, or what they wrote is sent and nothing follows it.

export type TypingState = 'composing' | 'recording' | 'paused'

/** WhatsApp forgets it after a while, so who goes on writing says so again. */
const repeatMs = 5_000
/** Without a key for so long nobody is writing. */
const pauseMs = 6_000
/** Who sent a line may be at the next one: that they paused between the two is news for nobody, and costs as much as the line. */
const restMs = 1_000

export interface Stopping {
  /** A key. */
  wrote(): void
  /** Sent, or taken back. */
  rests(): void
  drop(): void
}

export function createStopping(onStopped: () => void): Stopping {
  let timer: ReturnType<typeof setTimeout> | undefined
  const drop = () => clearTimeout(timer)
  const after = (ms: number) => () => {
    drop()
    timer = setTimeout(onStopped, ms)
  }
  return { wrote: after(pauseMs), rests: after(restMs), drop }
}

export interface Typing {
  note(state: TypingState): void
}

/** `tell`: what is news. */
export function createTyping(tell: (state: TypingState) => void): Typing {
  let said: TypingState = 'paused'
  let saidAt = 0
  const stopping = createStopping(() => say('paused'))

  function say(state: TypingState) {
    said = state
    saidAt = performance.now()
    tell(state)
  }

  return {
    note(state) {
      if (state === 'paused') {
        if (said !== 'paused') stopping.rests()
        // A message ends what its reader is shown: the next key is news.
        saidAt = Number.NEGATIVE_INFINITY
        return
      }
      // A recording goes on without keys.
      if (state === 'recording') stopping.drop()
      else stopping.wrote()
      if (state !== said || performance.now() - saidAt > repeatMs) say(state)
    },
  }
}
