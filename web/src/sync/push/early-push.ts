// The outbox on its way before there is a local copy: making one takes seconds on a new device, and what somebody wrote on rows that the
// server painted is not to wait for it. Invariant: what the server took stays in the outbox as taken; the local copy sends it once more,
// which does no harm, and lets it go when it shows it.
import type { UserOutbox } from '../device-sync.ts'
import { changesOf } from '../outbox/answers.ts'
import { sendableEntries } from '../outbox/sendable.ts'
import type { Send } from '../pull/transport.ts'
import { startPush } from './push.ts'
import { uploadAttachments } from './upload-attachments.ts'

/** Until `signal` is aborted. */
export async function pushEarly(outbox: UserOutbox, send: Send, signal: AbortSignal): Promise<void> {
  let entries = await outbox.entries()
  const push = startPush({
    send,
    signal,
    sendable: () => sendableEntries(entries),
    upload: (entry) => uploadAttachments(send, entry, signal),
    async onResults(results) {
      await outbox.update(changesOf(results, entries))
      entries = await outbox.entries()
    },
    // The local copy's push will be told the same.
    onRefused: () => undefined,
  })
  const read = async () => {
    entries = await outbox.entries()
    push.work()
  }
  const end = outbox.onChange(() => void read())
  signal.addEventListener('abort', end)
  if (signal.aborted) end()
  push.work()
}
