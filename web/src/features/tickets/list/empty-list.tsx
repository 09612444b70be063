import type { ListTab } from 'db/tickets/queries.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { CircleCheckBig, Inbox, MessagesSquare, Search, SearchX } from 'lucide-react'
import { EmptyState } from '../../../components/ui/empty-state.tsx'
import { NoNumber, useHasNumber } from '../../../desk/number/no-number.tsx'
import { phone, useMedia } from '../../../lib/media/use-media.ts'
import { FirstSteps } from '../first-steps.tsx'

interface EmptyListProps {
  /** 'unsearched': nothing has been asked for yet. */
  source: ListTab | 'search' | 'unsearched'
  /** Only some queues are looked at. */
  filtered?: boolean
}

/** Without a number to write to, that. On a phone, where the list is the whole screen, a new company is led here. */
export function EmptyList({ source, filtered = false }: EmptyListProps) {
  const isPhone = useMedia(phone)
  const words = <Words source={source} filtered={filtered} />
  return isPhone && (source === 'mine' || source === 'pending' || source === 'waiting') ? (
    <FirstSteps otherwise={words} />
  ) : (
    words
  )
}

function Words({ source, filtered }: Required<EmptyListProps>) {
  const { t } = useLingui()
  const isWithoutNumber = useHasNumber() === false
  if (isWithoutNumber && source !== 'search' && source !== 'unsearched') return <NoNumber />
  if (filtered) {
    return (
      <EmptyState icon={SearchX} title={t`Nada nestas filas`}>
        <Trans>Você está vendo só algumas das suas filas. Mude o filtro para ver as outras.</Trans>
      </EmptyState>
    )
  }
  switch (source) {
    case 'mine':
      return (
        <EmptyState icon={MessagesSquare} title={t`Você não está atendendo ninguém`}>
          <Trans>Aceite um atendimento em Aguardando para começar.</Trans>
        </EmptyState>
      )
    case 'open':
      return (
        <EmptyState icon={MessagesSquare} title={t`Ninguém em atendimento`}>
          <Trans>Os atendimentos abertos de toda a equipe aparecem aqui.</Trans>
        </EmptyState>
      )
    case 'pending':
    case 'waiting':
      return (
        <EmptyState icon={Inbox} title={t`Ninguém aguardando`}>
          <Trans>Quando um cliente escrever para uma das suas filas, aparece aqui na hora.</Trans>
        </EmptyState>
      )
    case 'closed':
      return (
        <EmptyState icon={CircleCheckBig} title={t`Nenhum atendimento resolvido`}>
          <Trans>O que você resolver fica aqui e pode ser reaberto.</Trans>
        </EmptyState>
      )
    case 'unsearched':
      return (
        <EmptyState icon={Search} title={t`Busque em todos os atendimentos`}>
          <Trans>Busque pelo nome, por parte do número ou pelo que foi dito.</Trans>
        </EmptyState>
      )
    case 'search':
      return (
        <EmptyState icon={SearchX} title={t`Nada encontrado`}>
          <Trans>Tente menos palavras, outra parte do nome ou do número, ou mude os filtros.</Trans>
        </EmptyState>
      )
  }
}
