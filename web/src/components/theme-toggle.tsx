import { useLingui } from '@lingui/react/macro'
import { Moon, Sun } from 'lucide-react'
import { useTheme } from 'next-themes'
import { IconButton } from './ui/icon-button.tsx'

export function ThemeToggle() {
  const { t } = useLingui()
  const { dark, toggle } = useDarkTheme()
  return (
    <IconButton label={dark ? t`Usar tema claro` : t`Usar tema escuro`} onClick={toggle}>
      {dark ? <Sun /> : <Moon />}
    </IconButton>
  )
}

/** The system's until somebody chooses. */
export function useDarkTheme(): { dark: boolean; toggle(): void } {
  const { resolvedTheme, setTheme } = useTheme()
  const dark = resolvedTheme === 'dark'
  return { dark, toggle: () => setTheme(dark ? 'light' : 'dark') }
}
