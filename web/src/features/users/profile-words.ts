import { t } from '@lingui/core/macro'
import type { Profile } from 'db/kit/actor.ts'

export function profileWords(profile: Profile): string {
  switch (profile) {
    case 'user':
      return t`Atendente`
    case 'supervisor':
      return t`Supervisor`
    case 'admin':
      return t`Administrador`
  }
}

/** What they see and do, in a sentence. */
export function profileHelp(profile: Profile): string {
  switch (profile) {
    case 'user':
      return t`Trabalha nos atendimentos das suas filas.`
    case 'supervisor':
      return t`Trabalha nas suas filas e organiza as etiquetas do quadro.`
    case 'admin':
      return t`Vê todas as filas e administra tudo.`
  }
}
