import { createFileRoute } from '@tanstack/react-router'

/** A tab of its parent, which shows it to super users. */
export const Route = createFileRoute('/_desk/settings/operation')({})
