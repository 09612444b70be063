import { Trans, useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { Download, LogOut, UserRound } from 'lucide-react'
import { Avatar } from '../../components/ui/avatar.tsx'
import { IconButton } from '../../components/ui/icon-button.tsx'
import { Menu, MenuItem, MenuRadio, MenuSeparator } from '../../components/ui/menu.tsx'
import { chooseLanguage, languages, type Language } from '../../lib/app/i18n.ts'
import { useInstall } from '../../lib/app/install.ts'
import type { SessionUser } from '../../sync/session-client.ts'
import { useScreens } from './use-screens.ts'

interface ProfileMenuProps {
  user: SessionUser
  onProfile(): void
  onLogout(): void
}

export function ProfileMenu({ user, onProfile, onLogout }: ProfileMenuProps) {
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
      <MenuItem onClick={onProfile}>
        <UserRound aria-hidden />
        <Trans>Perfil</Trans>
      </MenuItem>
      {useScreens()
        .filter(({ section }) => section === 'own')
        .map(({ to, label, icon: Icon }) => (
          <MenuItem key={to} onClick={() => void navigate({ to })}>
            <Icon aria-hidden />
            {i18n._(label)}
          </MenuItem>
        ))}
      {install && (
        <MenuItem onClick={install}>
          <Download aria-hidden />
          <Trans>Instalar o aplicativo</Trans>
        </MenuItem>
      )}
      <MenuSeparator />
      <MenuRadio
        label={t`Idioma`}
        value={i18n.locale as Language}
        options={languages}
        onChange={(language) => void chooseLanguage(language)}
      />
      <MenuSeparator />
      <MenuItem onClick={onLogout}>
        <LogOut aria-hidden />
        <Trans>Sair</Trans>
      </MenuItem>
    </Menu>
  )
}
