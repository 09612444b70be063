import { useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { hasPermission } from 'db/kit/permissions.ts'
import { Keyboard, Layers, LogOut, Moon, RefreshCw, Sun, UserRound } from 'lucide-react'
import { useDarkTheme } from '../../../components/theme-toggle.tsx'
import { useActor } from '../../../lib/app/actor-context.tsx'
import { inList } from '../../../lib/app/shortcut-list.ts'
import { useShortcuts } from '../../../lib/app/use-shortcut.ts'
import { useRefresh } from '../../../desk/server/use-refresh.ts'
import { useScreens } from '../use-screens.ts'
import type { PaletteGroup, PaletteItem } from './palette-items.ts'

export interface PaletteActions {
  onProfile(): void
  onLogout(): void
}

/** Screens by the drawer's own table, what the shell can do, and what the keyboard can do here. */
export function usePaletteGroups(actions: PaletteActions): readonly PaletteGroup[] {
  const { t } = useLingui()
  return [
    { label: t`Ir para`, items: useScreenItems() },
    { label: t`Ações`, items: useActionItems(actions) },
    { label: t`Atalhos do teclado`, items: useShortcutItems() },
  ]
}

function useScreenItems(): PaletteItem[] {
  const { i18n } = useLingui()
  const navigate = useNavigate()
  return useScreens().map(({ to, label, icon }) => ({
    id: to,
    label: i18n._(label),
    icon,
    run: () => void navigate({ to }),
  }))
}

function useActionItems({ onProfile, onLogout }: PaletteActions): PaletteItem[] {
  const { t } = useLingui()
  const navigate = useNavigate()
  const actor = useActor()
  const { dark, toggle } = useDarkTheme()
  const { refresh } = useRefresh()
  const newQueue = { id: 'new-queue', label: t`Adicionar fila`, icon: Layers, words: t`nova` }
  return [
    ...(hasPermission(actor, 'queues-page:edit')
      ? [{ ...newQueue, run: () => void navigate({ to: '/queues/new' }) }]
      : []),
    {
      id: 'theme',
      label: dark ? t`Usar tema claro` : t`Usar tema escuro`,
      icon: dark ? Sun : Moon,
      run: toggle,
    },
    { id: 'refresh', label: t`Sincronizar agora`, icon: RefreshCw, run: refresh },
    { id: 'profile', label: t`Editar seu perfil`, icon: UserRound, words: t`senha e-mail nome`, run: onProfile },
    { id: 'logout', label: t`Sair`, icon: LogOut, run: onLogout },
  ]
}

/** The palette's own key is no use in it. */
function useShortcutItems(): PaletteItem[] {
  const { i18n } = useLingui()
  return useShortcuts()
    .filter(({ id }) => id !== 'palette')
    .map(({ id, keys, run }) => ({ id: `keys:${id}`, label: i18n._(inList(id).label), keys, icon: Keyboard, run }))
}
