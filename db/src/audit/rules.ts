// What of all that happens is written into the audit log, and what is said of it. Pure. Invariant: no text that somebody wrote to or of a customer
// and no secret is ever part of an entry: values only of choices, names only of fields.

export const auditActions = [
  'login',
  'login.failed',
  'logout',
  'session.ended',
  'password.changed',
  'password.set',
  'password.linkMade',
  'password.reset',
  'secondFactor.added',
  'secondFactor.removed',
  'secondFactor.codesRenewed',
  'secondFactor.codeUsed',
  'secondFactor.reset',
  'user.added',
  'user.invited',
  'invitation.revoked',
  'invitation.accepted',
  'user.changed',
  'settings.changed',
  'secret.changed',
  'added',
  'changed',
  'deleted',
  'contact.merged',
  'contact.numberChanged',
  'contact.exported',
  'contact.downloaded',
  'contact.erased',
  'retention',
  'ticket.readElsewhere',
  'conversations.copied',
  'conversations.searched',
  // What the operator's people do of companies, in the operator's own log.
  'company.added',
  'company.changed',
  'company.deleted',
  'payment.marked',
  'payment.reversed',
  'plan.changed',
  'installation.changed',
] as const
export type AuditAction = (typeof auditActions)[number]

export interface AuditedCall {
  action: AuditAction
  subjectId: string | null
  /** What the subject is: a resource's noun. */
  noun: string
  details: Record<string, unknown>
}

/** Settings of others' access: what became of them is said with its value. */
const permissions = ['profile', 'queueIds', 'allTicket', 'connectionId']
/** What changes how the company works, though nobody calls it a setting. */
const configured = new Set([
  'connection',
  'queue',
  'queueOption',
  'prompt',
  'queueIntegration',
  'campaign',
  'campaignSettings',
])
/** A number is linked, linked anew, or let go. */
const linked = new Set(['connection.start', 'connection.relink', 'connection.disconnect'])
/** Values that are choices, switches and numbers; of others only the name is kept. */
const isPlain = (value: unknown) => typeof value === 'number' || typeof value === 'boolean' || value === null
const isWord = (value: unknown) => typeof value === 'string' && /^[\w-]{1,40}$/.test(value)

/** What is to be written of a mutation; null: nothing. `args` were accepted by its schema. */
export function auditedCall(name: string, args: object): AuditedCall | null {
  const [noun = '', verb = ''] = name.split('.')
  const { id: own, changes: changed } = args as { id?: unknown; changes?: unknown }
  const subjectId = typeof own === 'string' ? own : null
  const changes = changesIn(changed)
  const of = (action: AuditAction, details: Record<string, unknown> = {}) => ({ action, subjectId, noun, details })
  if (name === 'settings.update' || name === 'company.update') return of('settings.changed', values(changes))
  if (name === 'user.create') return of('user.added')
  if (name === 'user.update') {
    const access = Object.fromEntries(Object.entries(changes).filter(([field]) => permissions.includes(field)))
    const fields = Object.keys(changes).filter((field) => !permissions.includes(field))
    return of('user.changed', { ...access, ...(fields.length > 0 && { fields }) })
  }
  if (name === 'contact.merge') return of('contact.merged', { kind: noun })
  if (verb === 'delete') return of('deleted', { kind: noun })
  if (verb === 'create' && configured.has(noun)) return of('added', { kind: noun })
  if (linked.has(name)) return of('changed', { kind: noun, fields: ['status'] })
  if (verb === 'update' && configured.has(noun)) return of('changed', { kind: noun, fields: Object.keys(changes) })
  return null
}

function changesIn(changes: unknown): Record<string, unknown> {
  if (typeof changes !== 'object' || changes === null) return {}
  const entries = Object.entries(changes as Record<string, { to?: unknown } | undefined>)
  return Object.fromEntries(entries.map(([field, change]) => [field, change?.to ?? null]))
}

function values(changes: Record<string, unknown>): Record<string, unknown> {
  const entries = Object.entries(changes).map(([field, to]) => [field, isPlain(to) || isWord(to) ? to : true] as const)
  return Object.fromEntries(entries)
}
