import { Inbox, Plus, Star } from 'lucide-react'
import { Avatar } from '../components/ui/avatar.tsx'
import { Badge } from '../components/ui/badge.tsx'
import { Button } from '../components/ui/button.tsx'
import { EmptyState } from '../components/ui/empty-state.tsx'
import { IconButton } from '../components/ui/icon-button.tsx'
import { Kbd } from '../components/ui/kbd.tsx'
import { Notice } from '../components/ui/notice.tsx'
import { Skeleton } from '../components/ui/skeleton.tsx'
import { Tooltip } from '../components/ui/tooltip.tsx'
import type { Sample } from './sample.ts'

const buttons = ['primary', 'secondary', 'ghost', 'quiet', 'danger', 'dangerQuiet'] as const
const sizes = ['sm', 'md', 'lg'] as const
const avatarSizes = [...sizes, 'xl'] as const

export const plainSamples: readonly Sample[] = [
  { title: 'Button', Show: Buttons },
  { title: 'IconButton', Show: IconButtons },
  { title: 'Badge', Show: Badges },
  { title: 'Avatar', Show: () => avatarSizes.map((size) => <Avatar key={size} size={size} name="Ana Souza" />) },
  {
    title: 'Notice',
    Show: () =>
      (['neutral', 'warning', 'danger'] as const).map((tone) => (
        <Notice key={tone} tone={tone}>
          {tone}
        </Notice>
      )),
  },
  { title: 'Kbd', Show: () => ['j', '?', 'mod+k', 'shift+Enter'].map((keys) => <Kbd key={keys} keys={keys} />) },
  { title: 'Skeleton', Show: () => <Skeleton className="h-10 w-full" /> },
  {
    title: 'Tooltip',
    Show: () => (
      <Tooltip content="Explica o botão">
        <Button>Passe por cima</Button>
      </Tooltip>
    ),
  },
  {
    title: 'EmptyState',
    Show: () => (
      <EmptyState icon={Inbox} title="Nada aqui ainda" action={<Button variant="primary">Adicionar</Button>}>
        Para que serve este lugar, em uma ou duas frases.
      </EmptyState>
    ),
  },
]

function Buttons() {
  return buttons.map((variant) => (
    <div key={variant} className="flex w-full flex-wrap items-center gap-3">
      {sizes.map((size) => (
        <Button key={size} variant={variant} size={size}>
          <Plus aria-hidden />
          {variant}
        </Button>
      ))}
      <Button variant={variant} disabled>
        {variant}
      </Button>
    </div>
  ))
}

function IconButtons() {
  return (['ghost', 'primary', 'dangerQuiet'] as const).map((variant) => (
    <div key={variant} className="flex w-full items-center gap-3">
      {sizes.map((size) => (
        <IconButton key={size} variant={variant} size={size} label={`${variant} ${size}`}>
          <Star />
        </IconButton>
      ))}
      <IconButton variant={variant} label={`${variant} disabled`} disabled>
        <Star />
      </IconButton>
    </div>
  ))
}

function Badges() {
  return (['neutral', 'accent', 'good', 'warning', 'danger'] as const).map((variant) => (
    <div key={variant} className="flex items-center gap-2">
      <Badge variant={variant}>12</Badge>
      <Badge variant={variant} shape="label">
        {variant}
      </Badge>
    </div>
  ))
}
