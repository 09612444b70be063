import { createFileRoute } from '@tanstack/react-router'
import { tags } from '../../../features/tags/tags.tsx'
import { ResourceScreen } from '../../../resource/screen.tsx'

export const Route = createFileRoute('/_desk/tags')({ component: () => <ResourceScreen resource={tags} /> })
