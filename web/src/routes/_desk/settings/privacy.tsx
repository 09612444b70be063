import { createFileRoute } from '@tanstack/react-router'

/** A tab of its parent, which shows it. */
export const Route = createFileRoute('/_desk/settings/privacy')({})
