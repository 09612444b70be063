import { useLingui } from '@lingui/react/macro'
import { Moon, Sun } from 'lucide-react'
import { useTheme } from 'next-themes'
import { IconButton } from './ui/icon-button.tsx'

export function ThemeToggle() {
  const { t } = useLingui()
  const { resolvedTheme, setTheme } = useTheme()
  const dark = resolvedTheme === 'dark'
  return (
    <IconButton
      label={dark ? t`Usar tema claro` : t`Usar tema escuro`}
      onClick={() => setTheme(dark ? 'light' : 'dark')}
    >
      {dark ? <Sun /> : <Moon />}
    </IconButton>
  )
}
