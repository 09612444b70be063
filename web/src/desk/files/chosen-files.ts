// Files chosen for a ticket and not sent yet, in memory of this tab: from a picker, the clipboard, a drop, another app's share or a
// refused message. Invariant: what is here can be sent as it is, measured, hashed and of a size that the server takes.
import { t } from '@lingui/core/macro'
import type { MutationArgs } from 'db/mutations.ts'
import { mediaTypeOf } from 'db/media/media-type.ts'
import { useSyncExternalStore } from 'react'
import { toastProblem } from '../../lib/app/toast.ts'
import { hashOf } from '../../lib/media/hash-of.ts'

export type MessageMedia = NonNullable<MutationArgs<'message.send'>['media']>

export interface ChosenFile {
  id: string
  blob: Blob
  media: MessageMedia
}

interface Chosen {
  files: readonly ChosenFile[]
  /** How many are being measured. */
  preparing: number
}

const maxMegabytes = 100
const maxBytes = maxMegabytes * 1024 * 1024
const maxNameLength = 255
const none: Chosen = { files: [], preparing: 0 }
const byTicket = new Map<string, Chosen>()
const listeners = new Set<() => void>()

export function useChosenFiles(ticketId: string): Chosen {
  return useSyncExternalStore(subscribe, () => chosenFor(ticketId))
}

/** Those that can't be sent are told and left out. */
export async function chooseFiles(ticketId: string, files: readonly File[]): Promise<void> {
  const good = files.filter(isSendable)
  if (good.length === 0) return
  change(ticketId, ({ files: before, preparing }) => ({ files: before, preparing: preparing + good.length }))
  const prepared = (await Promise.all(good.map(prepareFile))).filter((file) => file !== undefined)
  change(ticketId, ({ files: before, preparing }) => ({
    files: [...before, ...prepared],
    preparing: preparing - good.length,
  }))
}

/** One that was to be sent and could not be. */
export function returnFile(ticketId: string, file: ChosenFile) {
  change(ticketId, (chosen) => ({ ...chosen, files: [...chosen.files, file] }))
}

/** Those of a ticket are for another one. */
export function moveChosen(from: string, to: string) {
  for (const file of chosenFor(from).files) returnFile(to, file)
  dropAllChosen(from)
}

export function dropAllChosen(ticketId: string) {
  change(ticketId, () => none)
}

export function dropChosen(ticketId: string, ids: ReadonlySet<string>) {
  change(ticketId, (chosen) => ({ ...chosen, files: chosen.files.filter(({ id }) => !ids.has(id)) }))
}

let owner: string | null = null

/** Like drafts, whoever's they are; being in memory, they end with the tab and when somebody else works in it. */
export function showChosenFilesOf(userId: string) {
  if (owner === userId) return
  owner = userId
  dropChosenFiles()
}

export function dropChosenFiles() {
  byTicket.clear()
  for (const listener of listeners) listener()
}

function isSendable({ name, size }: File): boolean {
  if (size === 0) toastProblem(t`${name} está vazio e não pode ser enviado.`)
  else if (size > maxBytes) toastProblem(t`${name} é grande demais: o limite é de ${maxMegabytes} MB por arquivo.`)
  return size > 0 && size <= maxBytes
}

/** Read, measured and hashed; undefined when it can't be read, which is told. */
export async function prepareFile(file: File): Promise<ChosenFile | undefined> {
  const { name, size } = file
  try {
    // Read once, here: what is chosen must not change when the file on the disk does.
    const mime = file.type || 'application/octet-stream'
    const blob = new Blob([await file.arrayBuffer()], { type: mime })
    const [hash, pixels] = await Promise.all([hashOf(blob), pixelsOf(blob)])
    return { id: crypto.randomUUID(), blob, media: { hash, mime, name: shortName(name), size, ...pixels } }
  } catch {
    toastProblem(t`Não foi possível ler ${name}.`)
    return undefined
  }
}

/** Width and height of a picture that the browser can decode; {} for anything else, or when a side is too long to be kept. */
async function pixelsOf(blob: Blob): Promise<{ width?: number; height?: number }> {
  if (mediaTypeOf(blob.type) !== 'image') return {}
  const bitmap = await createImageBitmap(blob).catch(() => undefined)
  if (!bitmap) return {}
  const { width, height } = bitmap
  bitmap.close()
  return Math.max(width, height) > 65_535 ? {} : { width, height }
}

/** Keeps the end, which tells what it is. */
function shortName(name: string): string {
  return name.trim().slice(-maxNameLength).trim() || t`arquivo`
}

const chosenFor = (ticketId: string) => byTicket.get(ticketId) ?? none

function change(ticketId: string, to: (chosen: Chosen) => Chosen) {
  byTicket.set(ticketId, to(chosenFor(ticketId)))
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
