import { useLingui } from '@lingui/react/macro'
import { Volume1, Volume2, VolumeX } from 'lucide-react'
import { useState } from 'react'
import { IconButton } from '../../components/ui/icon-button.tsx'
import { Popover } from '../../components/ui/popover.tsx'
import { Slider } from '../../components/ui/inputs/slider.tsx'
import { readVolume, volumeStep, writeVolume } from '../../lib/media/volume.ts'

/** In the top bar: the speaker, and the slider below it. */
export function VolumeButton() {
  const { t } = useLingui()
  const [open, setOpen] = useState(false)
  const [volume, setVolume] = useVolume()
  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      label={t`Volume dos avisos`}
      side="bottom"
      trigger={
        <IconButton label={t`Volume dos avisos`}>
          <Speaker volume={volume} />
        </IconButton>
      }
    >
      <div className="w-56 px-4 py-2">
        <VolumeRow volume={volume} onChange={setVolume} />
      </div>
    </Popover>
  )
}

/** On a phone: in the drawer. */
export function DrawerVolume() {
  const [volume, setVolume] = useVolume()
  return (
    <div className="flex items-center gap-3 px-2.5 text-muted">
      <Speaker volume={volume} />
      <VolumeRow volume={volume} onChange={setVolume} />
    </div>
  )
}

function VolumeRow({ volume, onChange }: { volume: number; onChange(volume: number): void }) {
  const { t, i18n } = useLingui()
  const words = i18n.number(volume, { style: 'percent' })
  return (
    <div className="flex flex-1 items-center gap-3">
      <Slider
        label={t`Volume dos avisos`}
        value={volume}
        min={0}
        max={1}
        step={volumeStep}
        onChange={onChange}
        valueText={words}
      />
      <span aria-hidden className="w-10 shrink-0 text-right text-sm text-muted tabular">
        {words}
      </span>
    </div>
  )
}

function Speaker({ volume }: { volume: number }) {
  const Icon = volume === 0 ? VolumeX : volume < 0.5 ? Volume1 : Volume2
  return <Icon aria-hidden className="size-4.5 shrink-0" />
}

function useVolume(): [number, (volume: number) => void] {
  const [volume, setVolume] = useState(readVolume)
  return [
    volume,
    (next) => {
      writeVolume(next)
      setVolume(readVolume())
    },
  ]
}
