// How a number does, in words: its light, and the facts.
import { t } from '@lingui/core/macro'
import type { Fact, Light } from 'db/campaigns/health.ts'

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
