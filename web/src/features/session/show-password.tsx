import { useLingui } from '@lingui/react/macro'
import { Eye, EyeOff } from 'lucide-react'
import { iconButtonVariants } from '../../components/ui/icon-button-variants.ts'

/** Without the desk's tooltip: all that it is made of would come with a first visit. */
export function ShowPassword({ shown, onToggle }: { shown: boolean; onToggle(): void }) {
  const { t } = useLingui()
  const label = shown ? t`Ocultar senha` : t`Mostrar senha`
  return (
    <button type="button" aria-label={label} title={label} className={iconButtonVariants()} onClick={onToggle}>
      {shown ? <EyeOff /> : <Eye />}
    </button>
  )
}
