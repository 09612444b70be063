import { useLingui } from '@lingui/react/macro'
import { KeyRound } from 'lucide-react'
import type { ComponentProps } from 'react'
import { Button } from '../../components/ui/button.tsx'

export function PasskeyButton(props: Pick<ComponentProps<typeof Button>, 'disabled' | 'onClick'>) {
  const { t } = useLingui()
  return (
    <Button size="lg" {...props}>
      <KeyRound aria-hidden /> {t`Usar chave de acesso`}
    </Button>
  )
}
