import { Trans, useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { Bell, Download, LogOut } from 'lucide-react'
import { Avatar } from '../../components/ui/avatar.tsx'
import { IconButton } from '../../components/ui/icon-button.tsx'
import { Menu, MenuItem, MenuRadio, MenuSeparator } from '../../components/ui/menu.tsx'
import { chooseLanguage, languages, type Language } from '../../lib/i18n.ts'
import { useInstall } from '../../lib/install.ts'
import type { SessionUser } from '../../sync/client.ts'

interface ProfileMenuProps {
  user: SessionUser
  onLogout(): void
}

export function ProfileMenu({ user, onLogout }: ProfileMenuProps) {
  const { t, i18n } = useLingui()
  const install = useInstall()
  const navigate = useNavigate()
  return (
    <Menu
      label={t`Perfil`}
      trigger={
        <IconButton label={t`Perfil`}>
          <Avatar name={user.name} size="sm" />
        </IconButton>
      }
    >
      <div className="px-2 py-1.5">
        <p className="text-base font-medium">{user.name}</p>
        <p className="text-xs text-muted">{user.email}</p>
      </div>
      <MenuSeparator />
      <MenuRadio
        label={t`Idioma`}
        value={i18n.locale as Language}
        options={languages}
        onChange={(language) => void chooseLanguage(language)}
      />
      <MenuSeparator />
      <MenuItem onClick={() => void navigate({ to: '/notifications' })}>
        <Bell aria-hidden />
        <Trans>Notificações</Trans>
      </MenuItem>
      {install && (
        <MenuItem onClick={install}>
          <Download aria-hidden />
          <Trans>Instalar o aplicativo</Trans>
        </MenuItem>
      )}
      <MenuItem onClick={onLogout}>
        <LogOut aria-hidden />
        <Trans>Sair</Trans>
      </MenuItem>
    </Menu>
  )
}
