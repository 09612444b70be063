import { Plural } from '@lingui/react/macro'
import type { ReactNode } from 'react'

interface CountsProps {
  created: number
  updated: number
  /** How many were neither. */
  children: ReactNode
}

/** What came of an import, one count a line. */
export function Counts({ created, updated, children }: CountsProps) {
  return (
    <ul role="list" className="flex flex-col gap-1 text-base">
      <li>
        <Plural value={created} one="# contato criado" other="# contatos criados" />
      </li>
      <li>
        <Plural value={updated} one="# contato atualizado" other="# contatos atualizados" />
      </li>
      <li>{children}</li>
    </ul>
  )
}
