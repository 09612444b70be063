// What the server will say of a password, said while it is typed: by the same rules; the list of common ones comes when somebody begins to choose.
import { t } from '@lingui/core/macro'
import {
  refusalOfPassword,
  strengthOf,
  type PasswordOwner,
  type PasswordRefusal,
  type Strength,
} from 'db/users/password-strength.ts'
import { fewestLetters, mostLetters } from 'db/users/rules.ts'
import { useEffect, useState } from 'react'
import * as v from 'valibot'
import { useServerData } from '../server/use-server-data.ts'

const info = v.object({ passwordMin: v.optional(v.number(), fewestLetters) })

/** Letters that a new password has at least, in this installation. */
export const usePasswordMin = (): number =>
  useServerData('/companies/cadastro', info).data?.passwordMin ?? fewestLetters

interface Judgement {
  refusal: PasswordRefusal | null
  strength: Strength
}

/** Null: nothing is typed, or the rules have not come yet. */
export function useJudgement(password: string, owner: PasswordOwner): Judgement | null {
  const [common, setCommon] = useState<ReadonlySet<string> | null>(null)
  const isWanted = password !== ''
  useEffect(() => {
    if (!isWanted) return
    // Without them the server says it.
    import('db/users/common-passwords.ts').then(
      ({ commonPasswords }) => setCommon(commonPasswords),
      (error: unknown) => console.error('common passwords', error),
    )
  }, [isWanted])
  if (!isWanted || common === null) return null
  return { refusal: refusalOfPassword(password, owner, common), strength: strengthOf(password) }
}

export const lettersWords = (min: number) => t`De ${min} a ${mostLetters} caracteres.`

export function refusalWords(refusal: PasswordRefusal): string {
  switch (refusal) {
    case 'common':
      return t`Esta senha é das mais usadas: é a primeira que alguém tenta. Escolha outra.`
    case 'personal':
      return t`A senha contém o nome do e-mail. Escolha outra.`
    case 'company':
      return t`A senha é o nome da empresa. Escolha outra.`
  }
}
