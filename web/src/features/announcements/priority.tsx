// How urgent it is: said in words, and coloured.
import { t } from '@lingui/core/macro'
import { Badge } from '../../components/ui/badge.tsx'

export const priorities = () => [
  { value: 1, label: t`Alta` },
  { value: 2, label: t`Média` },
  { value: 3, label: t`Baixa` },
]

const variants = { 1: 'danger', 2: 'warning', 3: 'neutral' } as const

export function PriorityBadge({ priority }: { priority: number }) {
  const known = priority === 1 || priority === 2 ? priority : 3
  return (
    <Badge variant={variants[known]} shape="label">
      {priorities().find(({ value }) => value === known)?.label}
    </Badge>
  )
}
