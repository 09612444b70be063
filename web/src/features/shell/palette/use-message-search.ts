import { useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { Search } from 'lucide-react'
import type { PaletteGroup } from './palette-items.ts'

/** The last thing that the palette offers for any words: where they were written. */
export function useMessageSearch(term: string): PaletteGroup {
  const { t } = useLingui()
  const navigate = useNavigate()
  const find = term.trim()
  const item = {
    id: 'messages',
    label: t`Buscar “${find}” nas mensagens`,
    icon: Search,
    run: () => void navigate({ to: '/tickets', search: { find } }),
  }
  return { label: t`Mensagens`, items: find === '' ? [] : [item] }
}
