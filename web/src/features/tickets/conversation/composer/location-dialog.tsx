import { Trans, useLingui } from '@lingui/react/macro'
import { MapPin } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Button } from '../../../../components/ui/button.tsx'
import { Dialog, DialogBody, DialogFooter } from '../../../../components/ui/dialog.tsx'
import { Input } from '../../../../components/ui/inputs/input.tsx'
import { Skeleton } from '../../../../components/ui/skeleton.tsx'
import { coordinates } from '../../../../desk/conversation/kinds/location-links.ts'
import type { Outgoing } from '../../../../desk/conversation/composer/outgoing.ts'

type Place = NonNullable<Outgoing['location']>

interface LocationDialogProps {
  open: boolean
  onOpenChange(open: boolean): void
  onSend(place: Place): void
}

/** Where this device is, with a name for it. */
export function LocationDialog({ open, onOpenChange, onSend }: LocationDialogProps) {
  const { t } = useLingui()
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={t`Enviar localização`}>
      <Form onSend={onSend} onClose={() => onOpenChange(false)} />
    </Dialog>
  )
}

function Form({ onSend, onClose }: { onSend: LocationDialogProps['onSend']; onClose(): void }) {
  const { t } = useLingui()
  const position = usePosition()
  const [name, setName] = useState('')
  const found = typeof position === 'object' ? position : undefined
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (found) onSend({ ...found, ...(name.trim() !== '' && { name: name.trim() }) })
      }}
    >
      <DialogBody>
        <Position position={position} />
        <label className="mt-3 block text-sm font-medium">
          <Trans>Nome do lugar (opcional)</Trans>
          <Input
            value={name}
            maxLength={255}
            placeholder={t`Padaria Aurora`}
            onChange={(event) => setName(event.target.value)}
            className="mt-1"
          />
        </label>
      </DialogBody>
      <DialogFooter>
        <Button onClick={onClose}>
          <Trans>Cancelar</Trans>
        </Button>
        <Button type="submit" variant="primary" disabled={!found}>
          <Trans>Enviar</Trans>
        </Button>
      </DialogFooter>
    </form>
  )
}

type PositionState = Pick<Place, 'latitude' | 'longitude'> | 'asking' | 'denied' | 'unavailable'

/** Asks for it once, when the dialog opens. */
function usePosition(): PositionState {
  const [position, setPosition] = useState<PositionState>('asking')
  useEffect(() => {
    let left = false
    const tell = (next: PositionState) => !left && setPosition(next)
    navigator.geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude } }) => tell({ latitude, longitude }),
      ({ code, PERMISSION_DENIED }) => tell(code === PERMISSION_DENIED ? 'denied' : 'unavailable'),
      { enableHighAccuracy: true, timeout: 20_000, maximumAge: 60_000 },
    )
    return () => {
      left = true
    }
  }, [])
  return position
}

function Position({ position }: { position: PositionState }) {
  const { t } = useLingui()
  const problems: Record<string, string> = {
    denied: t`O navegador não deixa o Balcão ver onde você está. Permita a localização para este site e tente de novo.`,
    unavailable: t`Não foi possível descobrir onde você está. Tente de novo em instantes.`,
  }
  if (position === 'asking') return <Skeleton className="h-12 w-full rounded-md" />
  if (typeof position === 'string') {
    return (
      <p role="alert" className="text-sm text-danger">
        {problems[position]}
      </p>
    )
  }
  return (
    <p className="flex h-12 items-center gap-2.5 rounded-md bg-hover px-3 tabular">
      <MapPin aria-hidden className="size-5 shrink-0 text-danger" />
      {coordinates(position)}
    </p>
  )
}
