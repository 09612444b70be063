import { createFileRoute } from '@tanstack/react-router'
import { SecurityPage } from '../../features/shell/profile/security-page.tsx'

export const Route = createFileRoute('/_desk/security')({ component: SecurityPage })
