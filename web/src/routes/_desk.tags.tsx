import { createFileRoute, Outlet } from '@tanstack/react-router'
import { tags } from '../features/tags/tags.tsx'
import { ResourceScreen } from '../resource/screen.tsx'

export const Route = createFileRoute('/_desk/tags')({ component: List })

function List() {
  return (
    <ResourceScreen resource={tags}>
      <Outlet />
    </ResourceScreen>
  )
}
