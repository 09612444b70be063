// From the field to the outbox: the text, or files with the text under the first. Invariant: nothing leaves the field before it is
// durable, or it comes back.
import { useEffect, useRef, useState } from 'react'
import { dropChosen, type ChosenFile } from '../../files/chosen-files.ts'
import { returnToDraft, takeFromDraft } from '../../../lib/data/drafts.ts'
import { toastError } from '../../../lib/app/toast.ts'
import { useStable } from '../../../lib/use-stable.ts'
import type { Outgoing } from './outgoing.ts'

interface SubmitOptions {
  ticketId: string
  text: string
  files: readonly ChosenFile[]
  preparing: number
  change(text: string): void
  /** A text as the customer gets it. */
  finish(text: string): string
  /** False: the writer is asked something first; `go` is called if they want it all the same. */
  mayGo(go: () => void): boolean
  onSend(message: Outgoing): Promise<void>
  /** Sends the second and later of several files, which answer no message. */
  onSendMore(message: Outgoing): Promise<void>
}

export function useSubmit(options: SubmitOptions) {
  const { ticketId, text, files, preparing, finish, onSend, onSendMore } = options
  const [sending, setSending] = useState(false)
  const due = useRef(false)
  const empty = text.trim() === '' && files.length === 0
  const ready = !sending && !empty && preparing === 0

  const sendText = () => {
    options.change('')
    onSend({ body: finish(text.trim()) }).catch((error: unknown) => {
      returnToDraft(ticketId, text)
      toastError(error)
    })
  }
  /** The text goes with the first one. Until they are durable they stay here: a tab that dies must not lose them. */
  const sendFiles = async () => {
    setSending(true)
    await Promise.all(files.map((file, index) => sendFile(file, index === 0)))
    setSending(false)
  }
  const sendFile = async (file: ChosenFile, first: boolean) => {
    const body = first ? finish(text.trim()) : ''
    try {
      await (first ? onSend : onSendMore)({ body, file })
      if (body !== '') takeFromDraft(ticketId, text)
      dropChosen(ticketId, new Set([file.id]))
    } catch (error) {
      due.current = false
      toastError(error)
    }
  }
  const go = () => void (files.length > 0 ? sendFiles() : sendText())
  const submit = useStable(() => {
    // Who writes on while files are put away means what they send: it goes behind them.
    due.current = sending
    if (ready && options.mayGo(go)) go()
  })
  useEffect(() => {
    if (!sending && due.current) submit()
  }, [sending, submit])
  return { empty, ready, submit }
}
