// The conversation that is being tried, with a clock of its own: now, or moved to a moment at which it is open or closed.
import { useLingui } from '@lingui/react/macro'
import { localTime } from 'db/bot/opening-hours.ts'
import { useState } from 'react'
import { languages } from '../../../lib/app/i18n.ts'
import { useNow } from '../../../lib/use-now.ts'
import { hoursOfQueue, newTrial, nextInstant, say, trialSetup, type Trial, type TrialWorld } from './trial.ts'

export type Clock = 'now' | 'open' | 'closed'

export interface TrialControls {
  trial: Trial
  clock: Clock
  /** What the clock says, in the company's time zone: weekday (0: Sunday) and HH:MM. */
  time: { weekday: number; clock: string }
  /** Null: there is no such moment. */
  moments: Record<'open' | 'closed', Date | null>
  /** Whether opening hours count at all. */
  hasHours: boolean
  withAll: boolean
  setClock(clock: Clock): void
  setWithAll(withAll: boolean): void
  send(text: string): void
  reset(): void
}

export function useTrial(world: TrialWorld, queueId: string): TrialControls {
  const { i18n } = useLingui()
  const minute = useNow()
  const [trial, setTrial] = useState(newTrial)
  const [withAll, setWithAll] = useState(false)
  const [{ clock, shiftMs }, setTime] = useState<{ clock: Clock; shiftMs: number }>({ clock: 'now', shiftMs: 0 })
  const { timeZone } = world
  const hours = hoursOfQueue(world, queueId)
  const moment = (open: boolean) => hours && nextInstant(hours, open, minute, timeZone)
  const moments = { open: moment(true), closed: moment(false) }
  const reset = () => setTrial(newTrial)
  return {
    trial,
    clock,
    time: localTime(new Date(minute.getTime() + shiftMs), timeZone),
    moments,
    hasHours: hours !== null,
    withAll,
    setClock(next) {
      const at = next === 'now' ? minute : (moments[next] ?? minute)
      setTime({ clock: next, shiftMs: at.getTime() - minute.getTime() })
      reset()
    },
    setWithAll(next) {
      setWithAll(next)
      reset()
    },
    send(text) {
      const language = languages.find(({ value }) => value === i18n.locale)?.value ?? 'pt'
      const now = new Date(Date.now() + shiftMs)
      const values = { contactName: 'Ana Souza', ticketNumber: 1, now, timeZone, language }
      setTrial(say(trial, text, trialSetup(world, withAll ? null : queueId), values))
    },
    reset,
  }
}
