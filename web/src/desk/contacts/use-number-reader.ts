// Numbers as people type them into forms, read by the company's country. The plans of all countries are large: they are loaded when a form that
// needs them opens, and are on the device for a form without network.
import { companySettings } from 'db/settings/queries.ts'
import { isSameNumber } from 'db/contacts/number-variants.ts'
import { typedNumber, whatsAppNumber, type NumberPlace, type WhatsAppNumber } from 'db/contacts/numbers.ts'
import type { NumberReading } from 'db/contacts/read-number.ts'
import { defaultSettings } from 'db/settings/table.ts'
import { useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import * as v from 'valibot'
import { useQuery } from '../../sync/client.ts'

/** A field that holds what is typed: `problem` says what is wrong with it, `read` what it becomes. */
export const numberText = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(50))

export interface NumberReader {
  /** Null while it is none. */
  read(text: string): WhatsAppNumber | null
  /** In words; null: it is a number. */
  problem(text: string): string | null
}

type Plans = typeof import('db/contacts/read-number.ts')
let loaded: Plans | undefined
let loading: Promise<Plans> | undefined

/** `stored`: the number that the row has. Typed again in whatever form, it stays as WhatsApp spells it. */
export function useNumberReader(stored: string | null): NumberReader {
  const { t } = useLingui()
  const plans = usePlans()
  const place = useNumberPlace()
  const reading = (text: string): NumberReading | null => {
    if (stored !== null && isSameNumber(stored, text.replaceAll(/\D/g, ''))) return { number: whatsAppNumber(stored) }
    const found = plans && place ? plans.readTypedNumber(typedNumber(text), place) : null
    const isStored = found && 'number' in found && stored !== null && isSameNumber(stored, found.number)
    return isStored ? { number: whatsAppNumber(stored) } : found
  }
  return {
    read(text) {
      const found = reading(text)
      return found && 'number' in found ? found.number : null
    },
    problem(text) {
      const found = reading(text)
      if (found === null) return t`Conferindo o número…`
      if ('number' in found) return null
      return found.problem === 'area-code'
        ? t`Falta o DDD. Escreva o número com ele.`
        : t`Este número não existe. Confira o DDD; de outro país, comece com + e o código dele.`
    },
  }
}

/** Null until it is read. */
export function useNumberPlace(): NumberPlace | null {
  const { rows, ready } = useQuery(companySettings())
  return ready ? (rows[0] ?? defaultSettings) : null
}

function usePlans(): Plans | undefined {
  const [plans, setPlans] = useState(loaded)
  useEffect(() => {
    if (plans) return
    loading ??= import('db/contacts/read-number.ts')
    void showLoaded(loading)
    async function showLoaded(asked: Promise<Plans>) {
      try {
        loaded = await asked
        setPlans(loaded)
      } catch {
        // Asked for again by the next form.
        loading = undefined
      }
    }
  }, [plans])
  return plans
}
