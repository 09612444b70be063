// How a number does, as the server knows it: its light, and the facts in words.
import { t } from '@lingui/core/macro'
import { factKinds, lights, type Fact, type Light } from 'db/campaigns/health.ts'
import * as v from 'valibot'

const count = v.number()

export const numberHealth = v.object({
  light: v.picklist(lights),
  facts: v.array(v.object({ kind: v.picklist(factKinds), light: v.picklist(lights), value: count })),
  days: v.array(
    v.object({
      day: v.string(),
      begun: count,
      answered: count,
      stopped: count,
      sent: count,
      failed: count,
      pause: v.nullable(count),
    }),
  ),
  failures: v.array(v.object({ error: v.string(), count })),
  ageDays: count,
  sentToday: count,
  cap: v.nullable(count),
})
export type NumberHealth = v.InferOutput<typeof numberHealth>

export function lightWords(light: Light): string {
  const words: Record<Light, string> = {
    green: t`Saúde do número: boa`,
    yellow: t`Saúde do número: atenção`,
    red: t`Saúde do número: em risco`,
  }
  return words[light]
}

export function factWords({ kind, value }: Fact): string {
  const words: Record<Fact['kind'], string> = {
    restricted: t`${value} recusas do WhatsApp por excesso em 7 dias`,
    failed: t`${value}% das mensagens falharam`,
    stopped: t`${value}% pediram para sair`,
    unanswered: t`${value}% não responderam`,
    answered: t`${value}% responderam`,
    cap: t`cabem mais ${value} mensagens de campanha hoje`,
    new: t`número novo aqui: dia ${value + 1} de 14`,
    old: t`conectado aqui há ${value} dias`,
  }
  return words[kind]
}
