import { createFileRoute, Outlet } from '@tanstack/react-router'
import { fileLists } from '../features/files/file-lists.tsx'
import { ResourceScreen } from '../resource/screen.tsx'

export const Route = createFileRoute('/_desk/files')({ component: List })

function List() {
  return (
    <ResourceScreen resource={fileLists}>
      <Outlet />
    </ResourceScreen>
  )
}
