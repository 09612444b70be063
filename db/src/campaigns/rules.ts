// What a campaign needs before it starts, who may change what of it when, and what it says to whom. Pure; forms, mutations and the worker
// ask here.
import type { Campaign, CampaignStatus } from './table.ts'

/** A word of the company's own that texts may have as {key}. */
export interface Variable {
  key: string
  value: string
}

/** What every text may have. */
export const personVariables = ['nome', 'numero', 'email'] as const

export const messageFields = ['message1', 'message2', 'message3', 'message4', 'message5'] as const
export const confirmationFields = [
  'confirmationMessage1',
  'confirmationMessage2',
  'confirmationMessage3',
  'confirmationMessage4',
  'confirmationMessage5',
] as const
const textFields = [...messageFields, ...confirmationFields] as const

type Texts = Pick<Campaign, (typeof textFields)[number]>

/** Who saves one that begins within so long has lost the race against its beginning. */
const lastChangeMs = 60 * 60_000

/** What of it may be changed now. */
export function editable({ status, scheduledAt }: Pick<Campaign, 'status' | 'scheduledAt'>, now: Date) {
  if (status === 'INATIVA') return 'all'
  if (status === 'CANCELADA') return 'texts'
  const isAhead = scheduledAt !== null && scheduledAt.getTime() - now.getTime() > lastChangeMs
  return status === 'PROGRAMADA' && isAhead ? 'all' : 'nothing'
}

const texts: ReadonlySet<string> = new Set(textFields)
export const isTextField = (field: string) => texts.has(field)

/** What of a cancelled one may be changed: its words, and over which connection it goes on. */
export const isChangeableLater = (field: string) => isTextField(field) || field === 'connectionId'

export const isDeletable = (status: CampaignStatus) => status !== 'EM_ANDAMENTO'

type Start = Pick<Campaign, 'connectionId' | 'contactListId' | 'tagId' | 'confirmation'> & Texts

/** What is missing before it can be sent, by field; of two audiences one is too many. */
export function missing(campaign: Start): Partial<Record<keyof Start, 'required' | 'one-audience'>> {
  const { connectionId, contactListId, tagId, confirmation } = campaign
  return {
    ...(connectionId === null && { connectionId: 'required' }),
    ...(contactListId === null && tagId === null && { contactListId: 'required' }),
    ...(contactListId !== null && tagId !== null && { tagId: 'one-audience' }),
    ...(variantsOf(campaign, 'message').length === 0 && { message1: 'required' }),
    ...(confirmation && variantsOf(campaign, 'question').length === 0 && { confirmationMessage1: 'required' }),
  }
}

/** The texts that are not blank. */
export function variantsOf(campaign: Texts, which: 'message' | 'question'): string[] {
  const fields = which === 'message' ? messageFields : confirmationFields
  return fields.map((field) => campaign[field]).filter((text) => text.trim() !== '')
}

export interface Person {
  name: string
  number: string
  email: string
}

/** {nome}, {numero}, {email}, then the company's own; what nobody knows stays visible. {{…}} are the conversation's: bot/variables.ts. */
export function fillPerson(text: string, { name, number, email }: Person, own: readonly Variable[]): string {
  const known = new Map([
    ...own.map(({ key, value }) => [key.toLowerCase(), value] as const),
    ['nome', name.trim()],
    ['numero', number],
    ['email', email],
  ])
  return text.replaceAll(
    /(?<!\{)\{([\p{L}\p{N}_-]+)\}(?!\})/gu,
    (whole, key: string) => known.get(key.toLowerCase()) ?? whole,
  )
}
