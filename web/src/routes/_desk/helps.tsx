import { createFileRoute } from '@tanstack/react-router'
import { HelpsPage } from '../../features/helps/helps-page.tsx'

export const Route = createFileRoute('/_desk/helps')({ component: HelpsPage })
