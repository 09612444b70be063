import { useLingui } from '@lingui/react/macro'
import { Eye, EyeOff } from 'lucide-react'
import { IconButton } from '../../components/ui/icon-button.tsx'

export function ShowPassword({ shown, onToggle }: { shown: boolean; onToggle(): void }) {
  const { t } = useLingui()
  return (
    <IconButton label={shown ? t`Ocultar senha` : t`Mostrar senha`} onClick={onToggle}>
      {shown ? <EyeOff /> : <Eye />}
    </IconButton>
  )
}
